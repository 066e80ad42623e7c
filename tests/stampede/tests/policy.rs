//! What every single session does while its deployment is down.

use platform_session::core::retry_delay::retry_delay_ms;
use stampede::client::{Fault, Happening};
use stampede::compared::{Compared, Wait};
use stampede::scenario::{LEAST_MS, OutageKind, Scenario};
use stampede::shipped::{Shipped, session};
use stampede::simulation::{Moment, run, run_observed};
use stampede::sweep;
use std::collections::BTreeMap;

const CLIENTS: u32 = 200;
const PROXY: OutageKind = OutageKind::Unavailable { retry_after_ms: 30_000 };
const OUTAGES: [OutageKind; 5] =
    [OutageKind::Refuses, OutageKind::Hangs, PROXY, OutageKind::Announced, OutageKind::Offline];

/// The longest waits after so many failures; after more of them, the last one.
const LONGEST_WAITS_MS: [u64; 7] = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, CAP_MS];
const CAP_MS: u64 = 60_000;

/// What the policy promises (`src/core/retry_delay.rs`), in words of this test: `Retry-After` in full, and a random part of the longest
/// wait, or of `Retry-After` where that is longer, within the cap.
fn promised_wait_ms(failures: usize, retry_after_ms: Option<u32>, random: u32) -> u64 {
    let asked_ms = u64::from(retry_after_ms.unwrap_or(0));
    let longest_ms = LONGEST_WAITS_MS.get(failures).copied().unwrap_or(CAP_MS).max(asked_ms).min(CAP_MS);
    let part = f64::from(random) / 2_f64.powi(32);
    asked_ms + (longest_ms as f64 * part) as u64
}

/// What happens to each session, in order.
fn watch(scenario: &Scenario) -> impl Iterator<Item = Vec<Moment>> {
    let mut watched = BTreeMap::<u32, Vec<Moment>>::new();
    let session = session();
    run_observed(
        scenario,
        || Shipped::new(&session),
        |moment| watched.entry(moment.client).or_default().push(moment),
    );
    watched.into_values()
}

fn failure(moment: &Moment) -> Option<Option<u32>> {
    match moment.happening {
        Happening::Answered(Err(Fault::Unavailable { retry_after_ms })) => Some(retry_after_ms),
        Happening::Answered(Err(_)) => Some(None),
        _ => None,
    }
}

#[test]
fn unless_its_user_looks_a_session_waits_as_the_policy_says() {
    for kind in OUTAGES {
        let scenario = Scenario { look_every_ms: None, ..Scenario::new(CLIENTS, 1, kind).noticed_at_once() };
        let watched: Vec<_> = watch(&scenario).collect();
        let end_ms = watched.iter().flatten().map(|moment| moment.now.mono_ms).max().unwrap();
        let mut waits = 0;
        for moments in watched {
            let mut failures = 0;
            for (index, moment) in moments.iter().enumerate() {
                let Some(retry_after_ms) = failure(moment) else {
                    failures = if moment.happening == Happening::Answered(Ok(())) { 0 } else { failures };
                    continue;
                };
                let wait_ms = promised_wait_ms(failures, retry_after_ms, moment.now.random);
                failures += 1;
                let Some(next) = moments[index..].iter().find(|moment| moment.read) else {
                    let due_ms = moment.now.mono_ms + wait_ms;
                    assert!(due_ms >= end_ms, "{kind:?}, after {failures} failures: no try at {due_ms}");
                    continue;
                };
                assert_eq!(
                    next.now.mono_ms - moment.now.mono_ms,
                    wait_ms,
                    "{kind:?}, after {failures} failures"
                );
                waits += 1;
            }
        }
        assert!(waits > CLIENTS / 2, "{kind:?}: only {waits} waits");
    }
}

#[test]
fn looks_at_a_page_bring_reads_no_closer_than_the_least_interval() {
    let scenario = Scenario { look_every_ms: Some(2_000), ..Scenario::new(CLIENTS, 1, OutageKind::Refuses) };
    let mut looked_for = 0;
    for moments in watch(&scenario) {
        let mut last_read_ms = None;
        let mut retry_at_ms = None;
        let mut failures = 0;
        for moment in moments {
            let now_ms = moment.now.mono_ms;
            match failure(&moment) {
                Some(retry_after_ms) => {
                    retry_at_ms =
                        Some(now_ms + promised_wait_ms(failures, retry_after_ms, moment.now.random));
                    failures += 1;
                }
                None if matches!(moment.happening, Happening::Answered(_)) => failures = 0,
                None => {}
            }
            if moment.read {
                let spaced = last_read_ms.is_none_or(|last| now_ms - last >= u64::from(LEAST_MS));
                assert!(spaced || retry_at_ms == Some(now_ms), "a read at {now_ms} that nothing called for");
                looked_for += u32::from(retry_at_ms.is_some_and(|at_ms| at_ms != now_ms));
                last_read_ms = Some(now_ms);
                retry_at_ms = None;
            }
        }
    }
    assert!(looked_for > CLIENTS, "looks have hardly mattered: {looked_for}");
}

#[test]
fn nobody_comes_before_retry_after() {
    for kind in [PROXY, OutageKind::Announced] {
        let mut held = 0;
        for moments in watch(&Scenario::new(CLIENTS, 1, kind)) {
            let mut hold_until_ms = 0;
            for moment in moments {
                let now_ms = moment.now.mono_ms;
                if let Some(Some(retry_after_ms)) = failure(&moment) {
                    hold_until_ms = now_ms + u64::from(retry_after_ms);
                    held += 1;
                }
                assert!(
                    !moment.read || now_ms >= hold_until_ms,
                    "{kind:?}: {} ms early",
                    hold_until_ms - now_ms
                );
            }
        }
        assert!(held >= CLIENTS * 9 / 10, "{kind:?}: {held} answers with Retry-After");
    }
}

#[test]
fn no_session_has_two_reads_under_way() {
    let mut reads = 0;
    for moments in watch(&Scenario::new(CLIENTS, 1, OutageKind::Hangs)) {
        let mut under_way = false;
        for moment in moments {
            under_way &= !matches!(moment.happening, Happening::Answered(_));
            assert!(!(under_way && moment.read));
            under_way |= moment.read;
            reads += u32::from(moment.read);
        }
    }
    assert!(reads > 2 * CLIENTS, "only {reads} reads");
}

#[test]
fn no_wait_is_longer_than_the_cap_beyond_retry_after() {
    for failures in 0..80 {
        for retry_after_ms in [None, Some(1_000), Some(300_000)] {
            let longest = u64::from(retry_after_ms.unwrap_or(0)) + CAP_MS;
            assert!(retry_delay_ms(failures, retry_after_ms, u32::MAX) < longest);
        }
    }
}

/// So the kinds of clients that are compared differ in their waits and in nothing else, and a sweep over other
/// constants tells what the core would do.
#[test]
fn compared_clients_with_the_shipped_policy_do_what_sessions_do() {
    let wait = Wait::Backoff(sweep::SHIPPED);
    let session = session();
    for kind in OUTAGES {
        let scenario = Scenario::new(CLIENTS, 1, kind).noticed_at_once();
        let shipped = run(&scenario, || Shipped::new(&session));
        assert!(shipped == run(&scenario, || Compared::new(&wait)), "{kind:?}");
    }
}
