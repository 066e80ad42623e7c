//! The README's section "What to copy" names only existing files and tests.

use std::path::{Path, PathBuf};

const README: &str = include_str!("../../README.md");

fn platform() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> &'static str {
    let (_, page) = README.split_once("## What to copy\n").unwrap();
    page.split_once("\n## ").unwrap().0
}

/// Every text between `start` and `end` in the section.
fn between(start: &str, end: &str) -> Vec<&'static str> {
    page().split(start).skip(1).map(|rest| rest.split(end).next().unwrap()).collect()
}

/// Every text in code font in the section.
fn code() -> impl Iterator<Item = &'static str> {
    page().lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The contents of every file below `folder` with a path that ends with `ending`.
fn texts(folder: &Path, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let here = files.iter().filter(|path| path.to_str().unwrap().ends_with(ending));
    let here = here.map(|path| std::fs::read_to_string(path).unwrap());
    here.chain(folders.iter().flat_map(|folder| texts(folder, ending))).collect()
}

#[test]
fn every_file_that_the_section_names_exists() {
    let files: Vec<_> =
        code().filter(|name| name.ends_with(".rs") && !name.starts_with("tests/deployment/a.")).collect();
    assert!(files.len() >= 40, "{files:?}");
    for file in files {
        let places = [platform().join("src").join(file), platform().join(file)];
        assert!(places.iter().any(|path| path.is_file()), "{file}");
    }
}

#[test]
fn every_test_that_the_section_names_exists() {
    let tests: Vec<_> =
        code().filter_map(|name| name.split_once("::")).filter(|names| *names != ("a", "b")).collect();
    assert!(tests.len() >= 15, "{tests:?}");
    for (module, name) in tests {
        let file = format!("/{module}.rs");
        let found = ["src", "tests"].iter().flat_map(|folder| texts(&platform().join(folder), &file));
        assert!(found.into_iter().any(|text| text.contains(&format!("fn {name}("))), "{module}::{name}");
    }
    let single_sign_on = texts(&platform().join("../sso"), ".test.mjs");
    let titles: Vec<_> = between("sso \"", "\"").into_iter().filter(|title| *title != "\u{2026}").collect();
    assert!(titles.len() >= 20, "{titles:?}");
    for title in titles {
        assert!(single_sign_on.iter().any(|text| text.contains(&format!("test(\"{title}\""))), "{title}");
    }
}
