//! `cargo run --release -p stampede`: simulates a million clients, and prints a row for each kind.
#![allow(clippy::print_stdout, reason = "this program prints its result")]

use clap::Parser;
use platform_session::core::State;
use stampede::plot;
use stampede::report::Report;
use stampede::scenario::{OutageKind, Scenario};
use stampede::subject::{AT_ONCE, EVERY_5_S, EVERY_5_S_TOGETHER, SHIPPED, SHIPPED_TOGETHER, Subject};
use stampede::wording::{grouped, multiple, time};
use std::path::PathBuf;
use std::time::Instant;

/// Simulates what clients do to a deployment that is down for five minutes and comes back with a fixed
/// capacity.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 1_000_000)]
    clients: u32,
    /// The same seed gives the same run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draws the run into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let scenario = Scenario::new(options.clients, options.seed, OutageKind::Refuses);
    println!(
        "{} clients, capacity {} requests/s, seed {}, a session is {} bytes",
        grouped(scenario.clients),
        grouped(scenario.capacity),
        scenario.seed,
        size_of::<State>()
    );
    println!(
        "{:<34} {:>10} {:>10} {:>12} {:>10} {:>11} {:>11} {:>11} {:>8}",
        "tries again",
        "peak/s",
        "×capacity",
        "in outage",
        "wasted",
        "50 % after",
        "99 % after",
        "all after",
        "run"
    );
    let [_own_time, shipped_together, every_5_s, every_5_s_together, at_once] =
        [SHIPPED, SHIPPED_TOGETHER, EVERY_5_S, EVERY_5_S_TOGETHER, AT_ONCE].map(|subject| {
            let began = Instant::now();
            let report = subject.run(&scenario);
            print_row(&subject, &report, began);
            report
        });
    if let Some(file) = options.svg {
        let others = [&every_5_s_together, &every_5_s, &at_once];
        std::fs::write(file, plot::draw(&scenario, &shipped_together, others)?)?;
    }
    Ok(())
}

fn print_row(subject: &Subject, report: &Report, began: Instant) {
    println!(
        "{:<34} {:>10} {:>10} {:>12} {:>10} {:>11} {:>11} {:>11} {:>6.1} s",
        subject.name(),
        grouped(report.peak()),
        multiple(report.peak_of_capacity()),
        grouped(report.requests_in_outage()),
        grouped(report.wasted_after()),
        after(report, 50),
        after(report, 99),
        after(report, 100),
        began.elapsed().as_secs_f64()
    );
}

fn after(report: &Report, percent: u32) -> String {
    report.served_within_ms(percent).map_or("never".to_owned(), time)
}
