//! Connections that only keep descriptors busy.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(5);
const READ: &[u8] = b"GET /api/auth/session HTTP/1.1\r\nHost: x\r\n\r\n";

async fn read_session(socket: &mut TcpStream) -> String {
    let mut buffer = [0; 4096];
    socket.write_all(READ).await.unwrap();
    let length = timeout(PATIENCE, socket.read(&mut buffer)).await.expect("answered").unwrap();
    String::from_utf8(buffer[..length].to_vec()).unwrap()
}

#[tokio::test]
async fn where_descriptors_are_few_those_that_wait_longest_make_room() {
    let program = env!("CARGO_BIN_EXE_platform");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -n 128; exec '{program}' --listen 127.0.0.1:0")])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    // Kept: it prints more.
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = out.next_line().await.unwrap().unwrap();
    let address = first.strip_prefix("listening on http://").unwrap();
    let mut idle = Vec::new();
    for number in 0..200 {
        let mut socket = TcpStream::connect(address).await.unwrap();
        // Nothing, half a request, or a whole one before.
        match number % 3 {
            0 => {}
            1 => socket.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap(),
            _ => assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200")),
        }
        idle.push(socket);
    }
    let mut socket = TcpStream::connect(address).await.unwrap();
    assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
    // The one that waits least is still there.
    assert!(read_session(&mut socket).await.starts_with("HTTP/1.1 200"));
}
