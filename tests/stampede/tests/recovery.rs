//! The load on a deployment that comes back after five minutes, and how long its clients wait.

use stampede::report::Report;
use stampede::scenario::{OutageKind, Scenario};
use stampede::subject::{AT_ONCE, EVERY_5_S, EVERY_5_S_TOGETHER, SHIPPED, SHIPPED_TOGETHER, Subject};
use std::sync::LazyLock;

const CLIENTS: u32 = 2_000;
const PROXY: OutageKind = OutageKind::Unavailable { retry_after_ms: 30_000 };

fn run(subject: Subject, kind: OutageKind) -> Report {
    subject.run(&Scenario::new(CLIENTS, 1, kind))
}

struct Run {
    kind: OutageKind,
    subject: Subject,
    report: Report,
}

/// The runs of shipped sessions in every kind of outage, failing each at its own time and all together.
static SESSIONS: LazyLock<Vec<Run>> = LazyLock::new(|| {
    let kinds = [OutageKind::Refuses, OutageKind::Hangs, PROXY, OutageKind::Announced];
    let runs = kinds.into_iter().flat_map(|kind| [SHIPPED, SHIPPED_TOGETHER].map(|subject| (kind, subject)));
    runs.map(|(kind, subject)| Run { kind, subject, report: run(subject, kind) }).collect()
});

static EVERY_5_SECONDS: LazyLock<Report> = LazyLock::new(|| run(EVERY_5_S, OutageKind::Refuses));
static EVERY_5_SECONDS_TOGETHER: LazyLock<Report> =
    LazyLock::new(|| run(EVERY_5_S_TOGETHER, OutageKind::Refuses));
static TRIED_AT_ONCE: LazyLock<Report> = LazyLock::new(|| run(AT_ONCE, OutageKind::Refuses));

/// With so few clients the seconds differ by chance: the limit allows for that, but for no spike.
#[test]
fn shipped_sessions_peak_below_3_5_times_the_capacity() {
    for Run { kind, subject, report } in SESSIONS.iter() {
        let peak = report.peak_of_capacity();
        assert!(peak < 3.5, "{kind:?}, {}: {peak} times the capacity", subject.name());
    }
}

#[test]
fn clients_without_backoff_peak_at_many_times_the_capacity() {
    for (report, least) in
        [(&EVERY_5_SECONDS, 6.0), (&EVERY_5_SECONDS_TOGETHER, 30.0), (&TRIED_AT_ONCE, 40.0)]
    {
        let peak = report.peak_of_capacity();
        assert!(peak > least, "{peak} times the capacity");
    }
}

#[test]
fn every_shipped_session_is_served_within_150_seconds() {
    for Run { kind, subject, report } in SESSIONS.iter() {
        assert!(report.cohort() > CLIENTS * 9 / 10, "{kind:?}: only {} waited", report.cohort());
        let [most, all] = [99, 100].map(|percent| report.served_within_ms(percent));
        assert!(most.is_some_and(|ms| ms < 100_000), "{kind:?}, {}: {most:?}", subject.name());
        assert!(all.is_some_and(|ms| ms < 150_000), "{kind:?}, {}: {all:?}", subject.name());
    }
}

#[test]
fn clients_that_retry_at_once_keep_the_deployment_from_serving_them() {
    assert!(TRIED_AT_ONCE.served_percent() < 10.0, "{} %", TRIED_AT_ONCE.served_percent());
}

#[test]
fn sessions_that_failed_together_do_not_come_back_together() {
    let refused = |run: &&Run| run.kind == OutageKind::Refuses && run.subject == SHIPPED_TOGETHER;
    let sessions = SESSIONS.iter().find(refused).unwrap().report.dispersion_before_recovery(60_000);
    let others = EVERY_5_SECONDS_TOGETHER.dispersion_before_recovery(60_000);
    assert!(sessions < 1.5, "{sessions}");
    assert!(others > 20.0, "{others}");
}

#[test]
fn shipped_sessions_send_few_requests_during_the_outage() {
    for Run { kind, subject, report } in SESSIONS.iter() {
        let most = match kind {
            OutageKind::Refuses => 20.0,
            OutageKind::Hangs => 16.0,
            OutageKind::Unavailable { .. } => 9.0,
            OutageKind::Announced => 1.1,
        };
        let requests = report.requests_per_client();
        assert!(requests < most, "{kind:?}, {}: {requests} requests a client", subject.name());
    }
    assert!(EVERY_5_SECONDS.requests_per_client() > 40.0);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let with = |seed| SHIPPED_TOGETHER.run(&Scenario::new(200, seed, OutageKind::Refuses));
    assert_eq!(with(7), with(7));
    assert_ne!(with(7), with(8));
}
