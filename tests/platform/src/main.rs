//! Starts the reference deployment and runs it until SIGINT or SIGTERM.

mod arguments;

use std::io::Write;
use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use platform::{Config, PASSWORD, Platform, Running, SEEDED_ACCOUNTS, SeededAccount, Steering};
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse().into()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where standard error is closed, only the exit code reports the error.
            let _ = writeln!(std::io::stderr(), "platform: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;

    let is_steered = config.control != Steering::Off;
    let running = Platform::start(config).await?;
    announce(&running)?;
    if is_steered {
        warn_of_steering();
    }
    warn_of_known_passwords(&running);
    warn_of_unencrypted_pages(&running);

    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    running.stop().await;
    Ok(())
}

/// Prints the address and the accounts. Programs read the first line (`listening on URL`), so its form stays.
fn announce(running: &Running) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on {}", running.url())?;
    writeln!(out, "accounts, each with the password `{PASSWORD}`:")?;
    for SeededAccount { email, role, active, .. } in SEEDED_ACCOUNTS {
        let note = if *active { "" } else { ", deactivated" };
        writeln!(out, "  {email} ({role}{note})")?;
    }
    out.flush()
}

/// Warns on standard error if others can reach the deployment. It starts all the same: a demo is shown to others on purpose, and its
/// accounts hold no person's data.
fn warn_of_known_passwords(running: &Running) {
    if running.is_public() {
        // A closed standard error is no reason to stop.
        let _ = writeln!(
            std::io::stderr(),
            "platform: warning: others can reach this deployment, and the password of its accounts is published: \
             everyone can sign in, `root@example.com` included. Keep nothing here that matters."
        );
    }
}

/// Warns of proxies in front of a steered deployment: one that leaves no mark looks like a program of this machine.
fn warn_of_steering() {
    let _ = writeln!(
        std::io::stderr(),
        "platform: warning: with `--control`, whatever forwards to this listener (a proxy, a tunnel) lets everyone steer the \
         deployment, so nothing must."
    );
}

/// Warns of allowed origins on http beside an https deployment. They are not refused, because development servers use http.
fn warn_of_unencrypted_pages(running: &Running) {
    for origin in running.unencrypted_allowed_origins() {
        let _ = writeln!(
            std::io::stderr(),
            "platform: warning: pages of {origin} may call this deployment, and are not encrypted: an attacker on the network can \
             change them, and act as the user who opens them."
        );
    }
}
