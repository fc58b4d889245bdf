//! The settings file: a line `NAME=VALUE` each, which systemd's `EnvironmentFile` reads, too. Docker's `--env-file` does not
//! take quotation marks off a value.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Command};

use super::yes_or_no;
use crate::error::Error;

/// The arguments with those of the settings file in front of them, so that what was written later counts: a flag
/// before a variable of the environment, and that before the file. Nothing is added where no file is named.
pub fn with_settings(mut given: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, Error> {
    let Some(path) = named(&given, command) else { return Ok(given) };
    let wrong = |why: String| Error::Setting(format!("ROOKERY_SETTINGS: {}: {why}", path.display()));
    let text = std::fs::read_to_string(&path)
        .map_err(|error| wrong(format!("{error}; it is the path of a file with a line NAME=VALUE for each setting")))?;
    let mut settings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let in_line = |why: String| wrong(format!("line {number}: {why}"));
        let Some((name, value)) = setting(line).map_err(in_line)? else { continue };
        let Some(argument) = command.get_arguments().find(|argument| argument.get_env().is_some_and(|env| env == name))
        else {
            return Err(in_line(format!("{name} is no setting; `rookery --help` names them all")));
        };
        if std::env::var_os(name).is_none() {
            settings.extend(flag(argument, value).map_err(|why| in_line(format!("{name}: {why}")))?);
        }
    }
    // Behind the name of the program, where there is one.
    let first = given.len().min(1);
    given.splice(first..first, settings);
    Ok(given)
}

/// The file that the arguments or the environment name.
fn named(given: &[OsString], command: &Command) -> Option<PathBuf> {
    let lenient = command.clone().ignore_errors(true).disable_help_flag(true).disable_version_flag(true);
    lenient.try_get_matches_from(given).ok()?.try_get_one::<PathBuf>("settings").ok()?.cloned()
}

/// A line's name and value; `None` if it is empty or a comment.
fn setting(line: &str) -> Result<Option<(&str, &str)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Ok(None);
    }
    let (name, value) = line.split_once('=').ok_or("it is no line NAME=VALUE")?;
    let value = value.trim();
    let quoted = ['"', '\''].into_iter().find_map(|mark| value.strip_prefix(mark)?.strip_suffix(mark));
    Ok(Some((name.trim(), quoted.unwrap_or(value))))
}

/// A setting as the argument it stands for. One that is on or off is an argument only where it is on.
fn flag(argument: &Arg, value: &str) -> Result<Option<OsString>, String> {
    let name = argument.get_long().unwrap_or_default();
    if argument.get_action().takes_values() {
        return Ok(Some(format!("--{name}={value}").into()));
    }
    Ok(yes_or_no(value)?.then(|| format!("--{name}").into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args;

    fn command() -> Command {
        let settings = Arg::new("settings").long("settings").value_parser(clap::value_parser!(PathBuf));
        super::super::Config::augment_args(Command::new("rookery").arg(settings).args_override_self(true))
    }

    fn read(file: &str, arguments: &[&str]) -> Result<clap::ArgMatches, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rookery.conf");
        std::fs::write(&path, file).unwrap();
        let mut given: Vec<OsString> = vec!["rookery".into(), "--settings".into(), path.into()];
        given.extend(arguments.iter().map(OsString::from));
        let given = with_settings(given, &command()).map_err(|error| error.to_string())?;
        command().try_get_matches_from(given).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_read_and_a_flag_goes_before_it() {
        let file = "# the club\n\nROOKERY_WORKERS = 7\nROOKERY_MAIL_FROM=\"Club <club@example.org>\"\n\
                    ROOKERY_REQUIRE_SECOND_FACTOR=yes\nROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES=false\n";
        let read = |arguments: &[&str]| read(file, arguments).unwrap();
        let settings = read(&[]);
        assert_eq!(settings.get_one::<u16>("workers"), Some(&7));
        assert_eq!(settings.get_one::<String>("mail_from").unwrap(), "Club <club@example.org>");
        assert!(settings.get_flag("require_second_factor") && !settings.get_flag("webhooks_to_private_addresses"));
        assert_eq!(read(&["--workers", "3"]).get_one::<u16>("workers"), Some(&3));
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number() {
        for (file, told) in [
            ("\nROOKERY_WORKERS", "line 2: it is no line NAME=VALUE"),
            ("ROOKERY_WORKER=2", "line 1: ROOKERY_WORKER is no setting"),
            ("ROOKERY_REQUIRE_SECOND_FACTOR=perhaps", "line 1: ROOKERY_REQUIRE_SECOND_FACTOR: it is true or false"),
        ] {
            let refused = read(file, &[]).unwrap_err();
            assert!(refused.contains(told), "{refused}");
        }
        let missing = with_settings(vec!["rookery".into(), "--settings=/nowhere".into()], &command()).unwrap_err();
        assert!(missing.to_string().starts_with("ROOKERY_SETTINGS: /nowhere: "), "{missing}");
    }
}
