//! Answers that a service worker or a cache has kept: the `Date` is older than the `Date` of an earlier answer.

use super::answers::{ADA, GRACE, NO_SESSION, network, session_of, sign_in_of};
use super::harness::{SECOND, Session};
use crate::api::{Code, SessionAnswer};
use crate::core::{Answer, Effect, Outcome, Request, Stamp, TabMessage};

const NOON: u64 = 1_790_000_000_000;

fn dated(date_ms: u64) -> Stamp {
    Stamp { date_ms: Some(date_ms), ..Stamp::default() }
}

fn answer_refresh(
    session: &mut Session,
    answer: SessionAnswer,
    stamp: Stamp,
) -> Option<Result<Outcome, Code>> {
    let refresh = session.refresh();
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(answer)), stamp);
    session.outcome(refresh)
}

/// Sessions with an answer at noon: to a read, to a sign-in, and to a sign-out.
fn sessions_answered_at_noon() -> Vec<Session> {
    let mut read = Session::started();
    read.answer_with_stamp(Request::Session, Ok(Answer::Session(NO_SESSION)), dated(NOON));
    let mut signed_in = Session::after_read(NO_SESSION);
    let login = signed_in.login();
    signed_in.answer_with_stamp(Request::Login(login), Ok(Answer::Login(sign_in_of(ADA))), dated(NOON));
    signed_in.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    let mut signed_out = Session::after_read(session_of(ADA));
    signed_out.logout();
    signed_out.answer_with_stamp(Request::Logout, Ok(Answer::Logout), dated(NOON));
    vec![read, signed_in, signed_out]
}

#[test]
fn an_answer_with_an_older_date_is_a_failure_and_changes_no_user() {
    for mut session in sessions_answered_at_noon() {
        let before = session.user();
        let outcome = answer_refresh(&mut session, session_of(GRACE), dated(NOON - 6 * SECOND));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)));
        assert_eq!((session.user(), session.error()), (before, Some(Code::InvalidResponse)));
        assert!(session.effects().contains(&Effect::WarnOfCache));
        session.pass_time(SECOND);
        assert!(session.is_reading(), "the read is tried again, as after other failures");
    }
}

/// The clocks of several servers differ.
#[test]
fn a_date_up_to_five_seconds_older_is_accepted() {
    for mut session in sessions_answered_at_noon() {
        for date_ms in [NOON - 5 * SECOND, NOON, NOON + SECOND, NOON - 4 * SECOND] {
            assert_eq!(answer_refresh(&mut session, NO_SESSION, dated(date_ms)), Some(Ok(Outcome::Done)));
        }
        let outcome = answer_refresh(&mut session, NO_SESSION, dated(NOON - 4 * SECOND - 1));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)), "the newest date counts");
    }
}

/// A page on another origin may not read `Date`.
#[test]
fn an_answer_without_a_date_is_accepted() {
    for mut session in sessions_answered_at_noon() {
        let outcome = answer_refresh(&mut session, session_of(ADA), Stamp::default());
        assert_eq!((outcome, session.user()), (Some(Ok(Outcome::Done)), Some(1)));
    }
}

#[test]
fn failures_and_the_sso_configuration_set_no_date() {
    let mut session = Session::started();
    session.answer_with_stamp(Request::Session, Err(network()), dated(NOON));
    let config = session.sso_config();
    session.answer_with_stamp(Request::SsoConfig, Ok(Answer::SsoConfig), dated(NOON));
    assert!(session.outcome(config).is_some());
    let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - 60 * SECOND));
    assert_eq!(outcome, Some(Ok(Outcome::Done)));
}

/// A difference of the servers' clocks is no excuse: the user has signed out.
#[test]
fn after_a_sign_out_an_earlier_answer_with_a_user_is_refused_however_close() {
    let mut session = Session::after_read(session_of(ADA));
    session.logout();
    session.answer_with_stamp(Request::Logout, Ok(Answer::Logout), dated(NOON));
    let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    assert_eq!(answer_refresh(&mut session, NO_SESSION, dated(NOON - SECOND)), Some(Ok(Outcome::Done)));
    answer_refresh(&mut session, session_of(ADA), dated(NOON + SECOND));
    assert_eq!(session.user(), Some(1), "the user has signed in elsewhere since");

    let login = session.login();
    session.answer_with_stamp(Request::Login(login), Ok(Answer::Login(sign_in_of(ADA))), dated(NOON));
    let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!(outcome, Some(Ok(Outcome::Done)), "the user has signed in here since");
}

/// A cached answer has the same `Date` each time, and the `Date` of a clock that was set back advances.
#[test]
fn answers_of_a_clock_that_was_set_back_are_accepted_once_their_date_advances() {
    for mut session in sessions_answered_at_noon() {
        for _ in 0..2 {
            let outcome = answer_refresh(&mut session, NO_SESSION, dated(NOON - 60 * SECOND));
            assert_eq!(outcome, Some(Err(Code::InvalidResponse)));
        }
        for date_ms in [NOON - 59 * SECOND, NOON - 58 * SECOND] {
            assert_eq!(answer_refresh(&mut session, NO_SESSION, dated(date_ms)), Some(Ok(Outcome::Done)));
        }
    }
}

/// A service worker may have several answers, each newer than the one before.
#[test]
fn after_a_sign_out_several_earlier_answers_with_a_user_are_all_refused() {
    let mut session = Session::after_read(session_of(ADA));
    session.logout();
    session.answer_with_stamp(Request::Logout, Ok(Answer::Logout), dated(NOON));
    for seconds in [60, 40, 1] {
        let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - seconds * SECOND));
        assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    }
    session.enter_cache();
    session.return_from_cache();
    session.receive(TabMessage::Changed);
    let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!((outcome, session.user()), (Some(Err(Code::InvalidResponse)), None));
    session.receive(TabMessage::SignedIn);
    answer_refresh(&mut session, session_of(ADA), dated(NOON - SECOND));
    assert_eq!(session.user(), Some(1), "the servers' clocks differ");
}

/// `Date` has whole seconds: the page's own request may have signed a user in within the second of the sign-out.
#[test]
fn an_answer_with_a_user_from_the_second_of_the_sign_out_is_read_again_after_that_second() {
    let mut session = Session::after_read(session_of(ADA));
    session.logout();
    session.answer_with_stamp(Request::Logout, Ok(Answer::Logout), dated(NOON));
    session.pass_time(400);
    let refresh = session.refresh();
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(GRACE))), dated(NOON));
    assert_eq!((session.outcome(refresh), session.error(), session.is_reading()), (None, None, false));
    assert!(!session.effects().contains(&Effect::WarnOfCache));
    let later = session.refresh();
    session.pass_time(599);
    assert!(!session.is_reading(), "within that second");
    session.pass_time(1);
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(GRACE))), dated(NOON + SECOND));
    assert_eq!([refresh, later].map(|call| session.outcome(call)), [Some(Ok(Outcome::Done)); 2]);
    assert_eq!(session.user(), Some(GRACE.id));

    let mut session = Session::after_read(session_of(ADA));
    session.logout();
    session.answer_with_stamp(Request::Logout, Ok(Answer::Logout), dated(NOON));
    let refresh = session.refresh();
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    session.pass_time(SECOND);
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(ADA))), dated(NOON));
    assert_eq!(
        (session.outcome(refresh), session.user()),
        (Some(Err(Code::InvalidResponse)), None),
        "the answer is a cached one"
    );
}

/// Two or three servers answer in turn, and the clock of one is ahead of the others.
#[test]
fn servers_with_different_clocks_cause_one_refused_answer() {
    for (difference, servers) in
        [8, 600].into_iter().flat_map(|seconds| [(seconds * SECOND, 2), (seconds * SECOND, 3)])
    {
        let mut session = Session::started();
        let mut refused = 0;
        for read in 0..20 {
            let behind = if read % servers == 0 { 0 } else { difference };
            let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON + read * SECOND - behind));
            refused += u32::from(outcome == Some(Err(Code::InvalidResponse)));
        }
        assert_eq!(refused, 1, "{difference}");
        let outcome = answer_refresh(&mut session, session_of(ADA), dated(NOON - 2 * difference));
        assert_eq!(outcome, Some(Err(Code::InvalidResponse)), "an answer that is even older is refused");
    }
}
