//! An answer that a service worker or a cache has kept: its `Date` is older than that of an earlier answer of the deployment.

use super::answers::{ADA, GRACE, NO_SESSION, network, session_of, sign_in_of};
use super::harness::{SECOND, Session};
use crate::api::{Code, SessionAnswer};
use crate::core::{Answer, Effect, Outcome, Request, Stamp, TabMessage};

const NOON: u64 = 1_790_000_000_000;

fn dated(date_ms: u64) -> Stamp {
    Stamp { date_ms: Some(date_ms), ..Stamp::default() }
}

fn is_read(session: &mut Session, answer: SessionAnswer, stamp: Stamp) -> Option<Result<Outcome, Code>> {
    let refresh = session.refresh();
    session.is_answered_of(Request::Session, Ok(Answer::Session(answer)), stamp);
    session.outcome(refresh)
}

/// What the deployment answered at noon.
fn answered_at_noon() -> Vec<Session> {
    let mut read = Session::started();
    read.is_answered_of(Request::Session, Ok(Answer::Session(NO_SESSION)), dated(NOON));
    let mut signed_in = Session::that_read(NO_SESSION);
    let login = signed_in.login();
    signed_in.is_answered_of(Request::Login(login), Ok(Answer::Login(sign_in_of(ADA))), dated(NOON));
    signed_in.is_answered_of(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    let mut signed_out = Session::that_read(session_of(ADA));
    signed_out.logout();
    signed_out.is_answered_of(Request::Logout, Ok(Answer::Logout), dated(NOON));
    vec![read, signed_in, signed_out]
}

#[test]
fn it_is_a_failure_and_opens_nothing() {
    for mut session in answered_at_noon() {
        let before = session.user();
        let outcome = is_read(&mut session, session_of(GRACE), dated(NOON - 6 * SECOND));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)));
        assert_eq!((session.user(), session.error()), (before, Some(Code::InvalidResponse)));
        assert!(session.effects().contains(&Effect::WarnOfCachedAnswers));
        session.passes(SECOND);
        assert!(session.is_reading(), "it is tried again as other failures are");
    }
}

/// Clocks of several servers differ.
#[test]
fn five_seconds_are_no_difference() {
    for mut session in answered_at_noon() {
        for date_ms in [NOON - 5 * SECOND, NOON, NOON + SECOND, NOON - 4 * SECOND] {
            assert_eq!(is_read(&mut session, NO_SESSION, dated(date_ms)), Some(Ok(Outcome::Done)));
        }
        let outcome = is_read(&mut session, NO_SESSION, dated(NOON - 4 * SECOND - 1));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)), "the newest one counts");
    }
}

/// A page on another origin may not read it.
#[test]
fn an_answer_without_a_date_is_taken_as_it_is() {
    for mut session in answered_at_noon() {
        let outcome = is_read(&mut session, session_of(ADA), Stamp::default());
        assert_eq!((outcome, session.user()), (Some(Ok(Outcome::Done)), Some(1)));
    }
}

#[test]
fn what_is_no_answer_of_the_session_sets_no_date() {
    let mut session = Session::started();
    session.is_answered_of(Request::Session, Err(network()), dated(NOON));
    let config = session.sso_config();
    session.is_answered_of(Request::SsoConfig, Ok(Answer::SsoConfig), dated(NOON));
    assert!(session.outcome(config).is_some());
    let outcome = is_read(&mut session, session_of(ADA), dated(NOON - 60 * SECOND));
    assert_eq!(outcome, Some(Ok(Outcome::Done)));
}

/// The user of before the sign-out is not signed in after it: no difference between clocks explains that.
#[test]
fn after_a_sign_out_an_answer_from_before_it_opens_nothing_however_close() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.is_answered_of(Request::Logout, Ok(Answer::Logout), dated(NOON));
    let outcome = is_read(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    assert_eq!(is_read(&mut session, NO_SESSION, dated(NOON - SECOND)), Some(Ok(Outcome::Done)));
    is_read(&mut session, session_of(ADA), dated(NOON + SECOND));
    assert_eq!(session.user(), Some(1), "signed in elsewhere since");

    let login = session.login();
    session.is_answered_of(Request::Login(login), Ok(Answer::Login(sign_in_of(ADA))), dated(NOON));
    let outcome = is_read(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!(outcome, Some(Ok(Outcome::Done)), "and here");
}

/// What was kept says the same `Date` again; a clock that was set back goes on. A tab must not stay closed for that.
#[test]
fn a_clock_that_was_set_back_is_believed_as_soon_as_it_goes_on() {
    for mut session in answered_at_noon() {
        for _ in 0..2 {
            let outcome = is_read(&mut session, NO_SESSION, dated(NOON - 60 * SECOND));
            assert_eq!(outcome, Some(Err(Code::InvalidResponse)));
        }
        for date_ms in [NOON - 59 * SECOND, NOON - 58 * SECOND] {
            assert_eq!(is_read(&mut session, NO_SESSION, dated(date_ms)), Some(Ok(Outcome::Done)));
        }
    }
}

/// A service worker may keep more than one answer, and the one that it fetches meanwhile.
#[test]
fn nor_does_a_second_answer_from_before_a_sign_out_open_anything() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.is_answered_of(Request::Logout, Ok(Answer::Logout), dated(NOON));
    for seconds in [60, 40, 1] {
        let outcome = is_read(&mut session, session_of(ADA), dated(NOON - seconds * SECOND));
        assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    }
    session.is_cached();
    session.is_restored();
    session.receives(TabMessage::Changed);
    let outcome = is_read(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    session.receives(TabMessage::SignedIn);
    is_read(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!(session.user(), Some(1), "the servers' clocks differ");
}

/// `Date` has whole seconds: a request of the page's own may have signed a user in within the second of the sign-out.
#[test]
fn an_answer_of_the_second_of_the_sign_out_is_asked_for_again_once_that_is_over() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.is_answered_of(Request::Logout, Ok(Answer::Logout), dated(NOON));
    session.passes(400);
    let refresh = session.refresh();
    session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(GRACE))), dated(NOON));
    assert_eq!((session.outcome(refresh), session.error(), session.is_reading()), (None, None, false));
    assert!(!session.effects().contains(&Effect::WarnOfCachedAnswers));
    let later = session.refresh();
    session.passes(599);
    assert!(!session.is_reading(), "within that second");
    session.passes(1);
    session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(GRACE))), dated(NOON + SECOND));
    assert_eq!([refresh, later].map(|call| session.outcome(call)), [Some(Ok(Outcome::Done)); 2]);
    assert_eq!(session.user(), Some(GRACE.id));

    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.is_answered_of(Request::Logout, Ok(Answer::Logout), dated(NOON));
    let refresh = session.refresh();
    session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    session.passes(SECOND);
    session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    assert_eq!(
        (session.outcome(refresh), session.user()),
        (Some(Err(Code::InvalidResponse)), None),
        "it was kept"
    );
}

/// Two servers behind one address, in transition.
#[test]
fn clocks_that_differ_are_refused_once_and_then_known() {
    for (difference, servers) in
        [8, 600].into_iter().flat_map(|seconds| [(seconds * SECOND, 2), (seconds * SECOND, 3)])
    {
        let mut session = Session::started();
        let mut refused = 0;
        for read in 0..20 {
            let behind = if read % servers == 0 { 0 } else { difference };
            let outcome = is_read(&mut session, session_of(ADA), dated(NOON + read * SECOND - behind));
            refused += u32::from(outcome == Some(Err(Code::InvalidResponse)));
        }
        assert_eq!(refused, 1, "{difference}");
        let outcome = is_read(&mut session, session_of(ADA), dated(NOON - 2 * difference));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)), "what is older than that is still refused");
    }
}
