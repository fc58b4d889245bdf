//! Lists the texts in `locales/` and the files in `assets/` for the program, which embeds them: a file that is put there is
//! found, and nobody has to name it in a second place. And says how the program is linked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The files of a folder that end so, by name.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|own| own == ending));
    files.sort();
    Ok(files)
}

/// Whether the program is built for this very machine, whose C library can read addresses that are written in short
/// (since glibc 2.36).
fn reads_short_addresses() -> bool {
    let is_for_here =
        env::var("HOST") == env::var("TARGET") && env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output().map(|told| told.stdout).unwrap_or_default();
    let told = String::from_utf8_lossy(&told);
    let version = told.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    is_for_here && version.is_some_and(|minor| minor >= 36)
}

fn main() -> io::Result<()> {
    // Some 300,000 addresses depend on where the program lies in memory. In full they are megabytes, which are all read
    // when it starts; in short, hardly any.
    if reads_short_addresses() {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    let of_cargo = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let (root, out) = (of_cargo("CARGO_MANIFEST_DIR")?, of_cargo("OUT_DIR")?);
    println!("cargo::rerun-if-changed=assets\ncargo::rerun-if-changed=locales");
    let texts = [
        ("ENGLISH", "locales/en", "ftl"),
        ("GERMAN", "locales/de", "ftl"),
        ("GERMAN_MESSAGES", "locales/de/messages", "toml"),
    ];
    let mut written = String::new();
    for (name, folder, ending) in texts {
        let files = files(&root.join(folder), ending)?;
        let included: String = files.iter().map(|file| format!("include_str!({file:?}), ")).collect();
        written += &format!("pub const {name}: &[&str] = &[{included}];\n");
    }
    fs::write(out.join("texts.rs"), written)?;

    let kinds =
        [("css", "text/css; charset=utf-8"), ("js", "text/javascript; charset=utf-8"), ("svg", "image/svg+xml")];
    let mut written = String::new();
    for (ending, kind) in kinds {
        for file in files(&root.join("assets"), ending)? {
            let name = file.file_name().unwrap_or_default();
            written += &format!("Asset {{ name: {name:?}, kind: {kind:?}, bytes: include_bytes!({file:?}) }},\n");
        }
    }
    fs::write(out.join("assets.rs"), format!("&[{written}]"))
}
