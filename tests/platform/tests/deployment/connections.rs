//! Many idle connections, and few file descriptors.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(5);
const READ: &[u8] = b"GET /api/auth/session HTTP/1.1\r\nHost: x\r\n\r\n";

async fn read_session(socket: &mut TcpStream) -> String {
    let mut buffer = [0; 4096];
    socket.write_all(READ).await.unwrap();
    let length = timeout(PATIENCE, socket.read(&mut buffer)).await.expect("answered").unwrap();
    String::from_utf8(buffer[..length].to_vec()).unwrap()
}

/// Starts the binary with a limit of descriptors. Returns the process, its address, and its output, which must stay open.
async fn start(descriptors: u32, flags: &str) -> (Child, String, impl Sized) {
    let program = env!("CARGO_BIN_EXE_platform");
    let line = format!("ulimit -n {descriptors}; exec '{program}' --listen 127.0.0.1:0 {flags}");
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = out.next_line().await.unwrap().unwrap();
    let address = first.strip_prefix("listening on http://").unwrap().to_owned();
    (child, address, out)
}

#[tokio::test]
async fn with_few_descriptors_the_longest_idle_connections_are_closed_for_new_ones() {
    let (_child, address, _out) = start(128, "").await;
    let mut idle = Vec::new();
    for number in 0..200 {
        let mut socket = TcpStream::connect(&address).await.unwrap();
        // A connection sends nothing, half a request, or a whole request.
        match number % 3 {
            0 => {}
            1 => socket.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap(),
            _ => assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200")),
        }
        idle.push(socket);
    }
    let mut socket = TcpStream::connect(&address).await.unwrap();
    assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
    // The newest connection stays open.
    assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
}

async fn ask(address: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    socket
}

/// A download needs two descriptors: for its connection and for its file.
#[tokio::test]
async fn every_connection_with_a_place_gets_the_descriptors_of_a_download() {
    let site = tempfile::tempdir().unwrap();
    std::fs::File::create(site.path().join("large.bin")).unwrap().set_len(64 << 20).unwrap();
    // How many places a number of descriptors gives: `Places::of_this_process`.
    for (descriptors, places) in [(128, 42), (256, 96)] {
        let flags = format!("--site '{}'", site.path().display());
        let (_child, address, _out) = start(descriptors, &flags).await;
        let mut downloads = Vec::new();
        let mut start = [0; 12];
        for number in 0..places {
            let mut socket = ask(&address).await;
            timeout(PATIENCE, socket.read_exact(&mut start)).await.expect("answered").unwrap();
            assert_eq!(&start, b"HTTP/1.1 200", "{number} of {descriptors}");
            downloads.push(socket);
        }
        // One more connection has to wait for a place.
        let mut late = ask(&address).await;
        assert!(timeout(Duration::from_millis(300), late.read(&mut start)).await.is_err(), "{descriptors}");
        drop(downloads);
        let mut socket = TcpStream::connect(&address).await.unwrap();
        assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
    }
}

/// The test lowers the process's limit, as if the machine had no descriptor left.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn without_a_free_descriptor_the_longest_idle_connections_are_closed_although_places_are_free() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let (child, address, _out) = start(512, "").await;
    let mut idle = Vec::new();
    for _ in 0..60 {
        let mut socket = TcpStream::connect(&address).await.unwrap();
        assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
        idle.push(socket);
    }
    // Fewer descriptors than are open.
    let few = Rlimit { current: Some(40), maximum: Some(512) };
    let pid = Pid::from_raw(child.id().unwrap().try_into().unwrap());
    prlimit(pid, Resource::Nofile, few).unwrap();
    let mut socket = TcpStream::connect(&address).await.unwrap();
    assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
}
