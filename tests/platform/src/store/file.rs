//! The database's file: for the account that the deployment runs as, and for no other of the machine.

use std::fs::{OpenOptions, Permissions, metadata, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Reading and writing, for the owner alone.
const PRIVATE: u32 = 0o600;

/// Makes the file if it is missing, and takes others' rights to it and to what SQLite keeps beside it: they hold the hashes of
/// passwords and tokens. SQLite gives new files beside it the rights of the file itself. Gives the path by which it is to be opened:
/// where `path` is a symbolic link, SQLite keeps the others beside what the link leads to.
pub(super) fn make_private(path: &Path) -> io::Result<PathBuf> {
    OpenOptions::new().create(true).append(true).mode(PRIVATE).open(path)?;
    let path = path.canonicalize()?;
    for file in ["", "-wal", "-shm", "-journal"].map(|suffix| beside(&path, suffix)) {
        match metadata(&file) {
            // Nothing else: a device is the machine's.
            Ok(found) if found.is_file() => set_permissions(&file, Permissions::from_mode(PRIVATE))?,
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(path)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
