//! Makes the database file private to the user that runs the deployment.

use std::fs::{OpenOptions, Permissions, metadata, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Read and write, for the owner only.
const PRIVATE: u32 = 0o600;

/// Creates the file if it is missing, and removes other users' rights to it and to SQLite's files beside it: they contain the hashes of
/// passwords and tokens. SQLite gives new files beside it the same rights. Returns the path without symbolic links, because SQLite keeps
/// its other files beside the target of a link.
pub(super) fn make_private(path: &Path) -> io::Result<PathBuf> {
    OpenOptions::new().create(true).append(true).mode(PRIVATE).open(path)?;
    let path = path.canonicalize()?;
    for file in ["", "-wal", "-shm", "-journal"].map(|suffix| beside(&path, suffix)) {
        match metadata(&file) {
            // Devices keep their rights.
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
