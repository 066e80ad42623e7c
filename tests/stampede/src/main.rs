//! `cargo run --release -p stampede`: a million clients, and what becomes of them.
#![allow(clippy::print_stdout, reason = "it is what this program is for")]

use clap::{Parser, ValueEnum};
use platform_session::core::State;
use stampede::plot::{self, Runs};
use stampede::report::Report;
use stampede::scenario::{OutageKind, Scenario};
use stampede::subject::{AT_ONCE, EVERY_5_S, EVERY_5_S_TOGETHER, SHIPPED, SHIPPED_TOGETHER, Subject};
use stampede::sweep::{Alone, Row, sweep, sweep_held};
use stampede::wording::{grouped, multiple, time};
use std::path::PathBuf;
use std::time::Instant;

mod memory;

/// Simulates what clients do to a deployment that is down for five minutes and comes back with a fixed
/// capacity.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 1_000_000)]
    clients: u32,
    /// The same seed gives the same run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How the deployment is down.
    #[arg(long, value_enum, default_value_t = Outage::Refuses)]
    outage: Outage,
    /// What turning a request away costs of the work that an answer takes.
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    refusal: u32,
    /// Draws the run into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Tries other constants of the retry policy instead.
    #[arg(long)]
    sweep: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Outage {
    /// Connections are refused.
    Refuses,
    /// Connections stand, and nothing comes.
    Hangs,
    /// A proxy answers 503 with `Retry-After: 30`.
    Unavailable,
    /// A proxy answers 503, and `Retry-After` names the end, to all the same.
    Announced,
    /// The network of every client is gone, and comes back for all of them at once.
    Offline,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let kind = match options.outage {
        Outage::Refuses => OutageKind::Refuses,
        Outage::Hangs => OutageKind::Hangs,
        Outage::Unavailable => OutageKind::Unavailable { retry_after_ms: 30_000 },
        Outage::Announced => OutageKind::Announced,
        Outage::Offline => OutageKind::Offline,
    };
    let scenario =
        Scenario { refusal_percent: options.refusal, ..Scenario::new(options.clients, options.seed, kind) };
    println!(
        "{} clients, capacity {} requests/s, seed {}, a session is {} bytes",
        grouped(scenario.clients),
        grouped(scenario.capacity),
        scenario.seed,
        size_of::<State>()
    );
    if options.sweep {
        print_sweep(&scenario);
        return Ok(());
    }
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
            let begun = Instant::now();
            let report = subject.run(&scenario);
            print_row(&subject, &report, begun);
            if subject == SHIPPED_TOGETHER {
                print_memory(&scenario);
            }
            report
        });
    if let Some(file) = options.svg {
        let runs = Runs {
            shipped_together: &shipped_together,
            every_5_s: &every_5_s,
            every_5_s_together: &every_5_s_together,
            at_once: &at_once,
        };
        std::fs::write(file, plot::draw(&scenario, &runs)?)?;
    }
    Ok(())
}

fn print_row(subject: &Subject, report: &Report, begun: Instant) {
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
        begun.elapsed().as_secs_f64()
    );
}

fn print_memory(scenario: &Scenario) {
    if let Some(bytes) = memory::peak_bytes() {
        println!(
            "    at most {} bytes a client, with all that the simulation keeps",
            bytes / u64::from(scenario.clients)
        );
    }
}

fn after(report: &Report, percent: u32) -> String {
    report.served_within_ms(percent).map_or("never".to_owned(), time)
}

/// For a client alone the mean and 95 %; for all of them the peak as a multiple of the capacity, and the rest
/// per client.
fn print_sweep(scenario: &Scenario) {
    println!(
        "{:<6} {:>7} {:>6}  {:>13} {:>13} {:>13}  {:>6} {:>8} {:>7} {:>11} {:>11}  {:>9}",
        "jitter",
        "base",
        "cap",
        "after 1 s",
        "after 3 s",
        "after 5 min",
        "peak",
        "requests",
        "wasted",
        "99 % after",
        "all after",
        "unwatched"
    );
    for Row { backoff, after_1_s, after_3_s, after_5_min, crowd, unwatched } in
        sweep(scenario.clients, scenario.seed)
    {
        let alone = |Alone { mean_ms, most_ms }: Alone| {
            format!("{:.1} / {:.1} s", mean_ms / 1_000.0, f64::from(most_ms) / 1_000.0)
        };
        println!(
            "{:<6} {:>5} s {:>4} s  {:>13} {:>13} {:>13}  {:>6} {:>8} {:>7.2} {:>11} {:>11}  {:>9}",
            format!("{:?}", backoff.jitter).to_lowercase(),
            f64::from(backoff.base_ms) / 1_000.0,
            backoff.cap_ms / 1_000,
            alone(after_1_s),
            alone(after_3_s),
            alone(after_5_min),
            multiple(crowd.peak_of_capacity()),
            multiple(crowd.requests_per_client()),
            crowd.wasted_after() as f64 / f64::from(scenario.clients),
            after(&crowd, 99),
            after(&crowd, 100),
            multiple(unwatched.peak_of_capacity()),
        );
    }
    println!("\nadded to a Retry-After that names one moment to all");
    for (held, report) in sweep_held(scenario.clients, scenario.seed) {
        println!(
            "{:<14} peak {:>5}, 99 % after {}, all after {}",
            format!("{held:?}").to_lowercase(),
            multiple(report.peak_of_capacity()),
            after(&report, 99),
            after(&report, 100)
        );
    }
}
