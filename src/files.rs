//! Files and folders that only their owner may read: the database, its copies, keys, exports.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use rookery_messages::{Message, say};

/// What a file of the club may be used for, and by its owner alone.
#[cfg(unix)]
const FILE: u32 = 0o600;
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// Why a file or a folder cannot be used, in words for what operators meet.
pub fn why(error: &Error) -> Message {
    match error.kind() {
        ErrorKind::NotFound => say!("there is no such file or folder"),
        ErrorKind::PermissionDenied => say!("the service has no right to use it"),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => say!("there is a file in the place of a folder"),
        ErrorKind::StorageFull => say!("the disk is full"),
        ErrorKind::ReadOnlyFilesystem => say!("the disk takes no changes"),
        _ => Message::verbatim(error.to_string()),
    }
}

/// Opens a file; where that makes it, only its owner may read it.
fn open(file: &Path, options: &mut OpenOptions) -> Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, FILE);
    options.open(file)
}

/// Creates a file; it is an error if it exists.
pub fn create_new(file: &Path) -> Result<File> {
    open(file, OpenOptions::new().write(true).create_new(true))
}

/// Creates an empty file, or empties an existing one.
pub fn create(file: &Path) -> Result<File> {
    let made = open(file, OpenOptions::new().write(true).create(true).truncate(true))?;
    close_to_others(file)?;
    Ok(made)
}

/// A file to read and to add to, made where it is not there.
pub fn append(file: &Path) -> Result<File> {
    let opened = open(file, OpenOptions::new().read(true).append(true).create(true))?;
    close_to_others(file)?;
    Ok(opened)
}

/// Makes a folder, and those above it, where they are not there.
pub fn create_folder(folder: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(folder)
}

/// Takes from everybody but the owner what an earlier version, or a copy, left them of a file; a file that is not there
/// is passed over, and so is one of somebody else, whose rights are theirs to set.
pub fn close_to_others(file: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(kept) = std::fs::metadata(file) else { return Ok(()) };
        let mut rights = kept.permissions();
        if kept.is_file() && rights.mode() & 0o077 != 0 {
            rights.set_mode(FILE);
            return match std::fs::set_permissions(file, rights) {
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(()),
                done => done,
            };
        }
    }
    Ok(())
}

/// Makes the file of an embedded database where it is not there, and closes those beside it, which the database makes like it.
/// An existing file is not opened: closing it again would release the locks that this process holds on it.
pub fn prepare_database(file: &Path) -> Result<()> {
    match create_new(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    ["", "-wal", "-shm"].into_iter().try_for_each(|end| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        close_to_others(&PathBuf::from(name))
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn nobody_else_reads_what_is_made_or_was_left_open() {
        let folder = tempfile::tempdir().unwrap();
        let (inner, made) = (folder.path().join("one/two"), folder.path().join("made"));
        create_folder(&inner).unwrap();
        assert_eq!((mode(&inner), mode(inner.parent().unwrap())), (0o700, 0o700));
        drop(create_new(&made).unwrap());
        assert_eq!(mode(&made), 0o600);
        for again in [create, append] {
            std::fs::set_permissions(&made, std::fs::Permissions::from_mode(0o644)).unwrap();
            drop(again(&made).unwrap());
            assert_eq!(mode(&made), 0o600);
        }
        close_to_others(&folder.path().join("nowhere")).unwrap();
        let (database, log) = (folder.path().join("club.sqlite"), folder.path().join("club.sqlite-wal"));
        std::fs::write(&log, "").unwrap();
        std::fs::set_permissions(&log, std::fs::Permissions::from_mode(0o664)).unwrap();
        prepare_database(&database).unwrap();
        assert_eq!((mode(&database), mode(&log)), (0o600, 0o600));
    }
}
