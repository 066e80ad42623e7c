//! The static site.

use std::path::Path;

use platform::{Config, Platform, StartError};
use reqwest::Method;

use crate::harness::*;

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Creates a site with a link to a package folder beside it, as in this project.
fn lay_out(root: &Path) -> Config {
    let (site, package) = (root.join("www"), root.join("pkg"));
    std::fs::create_dir(&site).unwrap();
    std::fs::create_dir(&package).unwrap();
    std::fs::write(site.join("index.html"), "<!doctype html><title>Home</title>").unwrap();
    std::fs::write(package.join("index.js"), "export const answer = 42;\n".repeat(100)).unwrap();
    std::fs::write(package.join("index.mjs"), "export {};").unwrap();
    std::fs::write(package.join("module.wasm"), vec![0; 4096]).unwrap();
    std::fs::write(root.join("secret.txt"), "outside").unwrap();
    std::os::unix::fs::symlink("../pkg", site.join("pkg")).unwrap();
    std::fs::write(site.join(".env"), "SECRET=hidden").unwrap();
    std::fs::create_dir(site.join(".git")).unwrap();
    std::fs::write(site.join(".git/config"), "hidden").unwrap();
    std::fs::create_dir(package.join(".cache")).unwrap();
    std::fs::write(package.join(".cache/index.html"), "hidden").unwrap();
    Config { site: Some(site), ..Config::default() }
}

#[tokio::test]
async fn files_come_with_their_types_and_the_strict_headers() {
    let root = tempfile::tempdir().unwrap();
    let deployment = Deployment::with(lay_out(root.path())).await;
    for (path, status, content_type) in [
        ("/", 200, "text/html"),
        ("/?x=1", 200, "text/html"),
        ("/pkg/index.js", 200, "text/javascript"),
        ("/pkg/index.mjs", 200, "text/javascript"),
        ("/pkg/module.wasm", 200, "application/wasm"),
        ("/absent.js", 404, "application/json"),
    ] {
        let answer = deployment.get(path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let headers = answer.headers();
        assert_eq!(headers["content-type"], content_type, "{path}");
        assert_eq!(headers["content-security-policy"], POLICY);
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin-allow-popups");
        assert_eq!(headers["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn a_directory_is_redirected_to_its_slash_and_never_to_another_host() {
    let root = tempfile::tempdir().unwrap();
    let deployment = Deployment::with(lay_out(root.path())).await;
    let answer = deployment.get("/pkg").send().await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["location"]), (307, &"/pkg/".parse().unwrap()));
    assert_error(deployment.get("//pkg").send().await.unwrap(), 404, "not_found").await;
}

#[tokio::test]
async fn nothing_outside_the_directory_is_served() {
    let root = tempfile::tempdir().unwrap();
    let deployment = Deployment::with(lay_out(root.path())).await;
    for path in ["/%2e%2e/secret.txt", "/..%2fsecret.txt", "/pkg/%2e%2e/%2e%2e/secret.txt", "/%00", "/%ff"] {
        let answer = deployment.get(path).send().await.unwrap();
        assert_eq!(answer.status(), 404, "{path}");
        assert!(!answer.text().await.unwrap().contains("outside"));
    }
}

#[tokio::test]
async fn names_that_begin_with_a_dot_are_not_found() {
    let root = tempfile::tempdir().unwrap();
    let deployment = Deployment::with(lay_out(root.path())).await;
    for path in [
        "/.env",
        "/%2eenv",
        "/%2Eenv",
        "/.git/config",
        "/%2egit%2fconfig",
        "/.git",
        "/pkg/.cache/",
        "/pkg/.cache",
        "/pkg%2f.cache%2findex.html",
    ] {
        assert_error(deployment.get(path).send().await.unwrap(), 404, "not_found").await;
    }
}

/// Opening a pipe could wait for ever, and a socket cannot be opened.
#[tokio::test]
async fn pipes_sockets_and_link_loops_are_not_found() {
    let root = tempfile::tempdir().unwrap();
    let config = lay_out(root.path());
    let pipe = root.path().join("pkg/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(root.path().join("pkg/socket")).unwrap();
    std::os::unix::fs::symlink("loop", root.path().join("pkg/loop")).unwrap();
    std::os::unix::fs::symlink("pipe", root.path().join("pkg/link")).unwrap();
    let deployment = Deployment::with(config).await;
    for name in ["pipe", "link", "socket", "loop", "loop/", "loop/index.js"] {
        for method in [Method::GET, Method::HEAD] {
            let request = deployment.request(method.clone(), &format!("/pkg/{name}"));
            let answer = request.timeout(PROMPTLY).send().await.unwrap();
            assert_eq!(answer.status(), 404, "{method} {name}");
        }
    }
}

#[tokio::test]
async fn paths_that_are_too_long_for_a_file_are_not_found() {
    let root = tempfile::tempdir().unwrap();
    let deployment = Deployment::with(lay_out(root.path())).await;
    for path in
        ["/".to_owned() + &"a".repeat(5_000), "/a".repeat(5_000), "/pkg/".to_owned() + &"a".repeat(300)]
    {
        assert_error(deployment.get(&path).send().await.unwrap(), 404, "not_found").await;
    }
}

#[tokio::test]
async fn a_missing_site_directory_makes_the_start_fail() {
    let config = Config { site: Some("no/such/directory".into()), ..Config::default() };
    assert!(matches!(Platform::start(config).await.err(), Some(StartError::Site(_))));
}
