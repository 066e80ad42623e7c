//! The session's decisions where they ship: on a machine of 32 bits, with times that need more.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::panic, reason = "a test fails by panicking; the lint knows `#[test]` only")]

use platform_session::api::{Code, Failure, Handle, SessionAnswer, SignedIn, User, UserAndFeatures};
use platform_session::core::{
    Answer, CallId, Effect, Event, Now, PageEvent, Policy, Reason, Request, RequestId, Stamp, State, Status,
    step,
};
use std::num::NonZeroU32;
use wasm_bindgen_test::wasm_bindgen_test;

const DAY_MS: u64 = 86_400_000;
const STEP_MS: u64 = 600_000;

/// Some time after the year 2026: it does not fit 32 bits.
fn at(ms: u64) -> Now {
    Now { ms: 1_800_000_000_000 + ms, wall_ms: 1_800_000_000_000 + ms, random: u32::MAX }
}

fn identity() -> UserAndFeatures {
    let known = Handle::from(NonZeroU32::MAX);
    let user = User { id: 9_007_199_254_740_991, role: known, details: known };
    UserAndFeatures { user, features: known }
}

fn sent(effects: &[Effect]) -> Option<(RequestId, Request)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send { id, request, .. } => Some((*id, *request)),
        _ => None,
    })
}

fn wakes(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::WakeIn { after_ms } => *after_ms,
        _ => None,
    })
}

/// A session that began, and was signed in by password, at the moment 0.
fn signed_in(policy: Policy) -> State {
    let mut state = State::new(policy, true, true);
    step(&mut state, Event::Started { initial: None }, at(0));
    let call = CallId(u32::MAX);
    let effects = step(&mut state, Event::LoginCalled { call, complete: true }, at(0));
    let Some((id, Request::Login(of))) = sent(&effects) else { panic!("{effects:?}") };
    assert_eq!(of, call);
    let answer = Ok(Answer::Login(SignedIn { identity: identity(), company: None, token: None }));
    let effects = step(&mut state, Event::Answered { id, answer, stamp: Stamp::default() }, at(100));
    let Some((id, Request::Session)) = sent(&effects) else { panic!("{effects:?}") };
    let answer = Ok(Answer::Session(SessionAnswer::Authenticated(identity())));
    step(&mut state, Event::Answered { id, answer, stamp: Stamp::default() }, at(200));
    assert_eq!(state.view().status, Status::Authenticated);
    state
}

#[wasm_bindgen_test]
fn a_sign_in_ends_after_24_hours_to_the_millisecond() {
    let mut state = signed_in(Policy::default());
    step(&mut state, Event::Page(PageEvent::Woken), at(DAY_MS - 1));
    assert_eq!(state.view().status, Status::Authenticated);
    step(&mut state, Event::Page(PageEvent::Woken), at(DAY_MS));
    let view = state.view();
    assert_eq!((view.status, view.reason), (Status::Unauthenticated, Some(Reason::Expired)));
    assert_eq!((view.user, view.features), (None, None), "and every gate is closed");
}

#[wasm_bindgen_test]
fn a_far_wake_up_is_asked_for_in_steps_of_ten_minutes() {
    let policy = Policy { interval_ms: 9_007_199_254_740_991, max_stale_ms: u64::MAX, ..Policy::default() };
    let mut state = State::new(policy, true, true);
    let effects = step(&mut state, Event::Started { initial: None }, at(0));
    let Some((id, Request::Session)) = sent(&effects) else { panic!("{effects:?}") };
    let answer = Ok(Answer::Session(SessionAnswer::Unauthenticated));
    let effects = step(&mut state, Event::Answered { id, answer, stamp: Stamp::default() }, at(10));
    assert_eq!(wakes(&effects), Some(STEP_MS), "{effects:?}");
    // Woken halfway, it neither reads too early nor forgets.
    let effects = step(&mut state, Event::Page(PageEvent::Woken), at(STEP_MS));
    assert_eq!((sent(&effects), wakes(&effects)), (None, Some(STEP_MS)));
}

#[wasm_bindgen_test]
fn a_failed_read_is_tried_again_when_the_deployment_asked_for_it() {
    let mut state = State::new(Policy::default(), true, true);
    let effects = step(&mut state, Event::Started { initial: None }, at(0));
    let Some((id, Request::Session)) = sent(&effects) else { panic!("{effects:?}") };
    let failure =
        Failure { retry_after_ms: Some(2_147_483_647), ..Failure::answered(Code::RateLimited, 429) };
    let effects =
        step(&mut state, Event::Answered { id, answer: Err(failure), stamp: Stamp::default() }, at(5));
    assert_eq!((state.view().status, state.view().error), (Status::Unknown, Some(failure)));
    assert_eq!(wakes(&effects), Some(STEP_MS), "{effects:?}");
    let effects = step(&mut state, Event::Page(PageEvent::Focused), at(2_147_483_000));
    assert_eq!(sent(&effects), None, "not before");
}
