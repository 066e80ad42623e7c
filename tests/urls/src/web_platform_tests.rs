//! The inputs of web-platform-tests' `url/resources/urltestdata.json`. The sources of the `url` crate have a copy of this file;
//! it is read where cargo keeps them, in the version that this crate is compiled with.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Returns every input, in the file's order.
///
/// # Errors
///
/// Returns a message if cargo does not name the sources of `url`, or if the file is missing or has another form.
pub fn inputs() -> Result<Vec<String>, String> {
    let path = url_manifest()?;
    let file = Path::new(&path).with_file_name("tests").join("urltestdata.json");
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let entries: Vec<Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    // The list also has comments, which are plain strings.
    entries
        .iter()
        .filter(|entry| entry.is_object())
        .map(|entry| {
            entry.get("input").and_then(Value::as_str).map(str::to_owned).ok_or(format!("no input: {entry}"))
        })
        .collect()
}

/// Returns the path of the `url` crate's Cargo.toml.
fn url_manifest() -> Result<String, String> {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args([
        "metadata",
        "--format-version",
        "1",
        "--manifest-path",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)))?;
    let packages =
        metadata.get("packages").and_then(Value::as_array).ok_or("cargo metadata names no packages")?;
    let text = |package: &Value, key| package.get(key).and_then(Value::as_str).map(str::to_owned);
    packages
        .iter()
        .find(|package| text(package, "name").as_deref() == Some("url"))
        .and_then(|package| text(package, "manifest_path"))
        .ok_or("cargo metadata does not name url".to_owned())
}
