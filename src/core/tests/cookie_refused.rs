//! A browser that keeps no cookie: session reads carry the token, or the session has ended.

use super::answers::{ADA, GRACE, NO_SESSION, network, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::{Code, Failure, SignedIn};
use crate::core::{Reason, Request, SessionEvent, TabMessage};

/// A session after a sign-in with this answer, and a confirming read that found no user.
fn after_refused_cookie(answer: SignedIn) -> Session {
    let mut session = Session::after_read(NO_SESSION);
    session.login();
    session.answer_sign_in(answer);
    session.answer_read(NO_SESSION);
    session
}

/// Ada's session. Its reads carry the token.
fn carried_by_token() -> Session {
    let mut session = after_refused_cookie(sign_in_of(ADA));
    session.answer_read(session_of(ADA));
    session
}

fn refusal() -> SessionEvent {
    SessionEvent::CookieRefused(Failure::of(Code::CookieRefused))
}

fn read_carries_token(session: &Session) -> bool {
    session.under_way(Request::Session).unwrap().bearer
}

/// Only a read with the token tells whether the cookie was refused, or the session has ended: it is sent at once.
#[test]
fn after_a_refused_cookie_session_reads_carry_the_token() {
    let mut session = after_refused_cookie(sign_in_of(ADA));
    assert_eq!((session.session_events(), session.can("chat-history")), (vec![], true));
    assert!(read_carries_token(&session));
    session.answer_read(session_of(ADA));
    assert_eq!((session.session_events(), session.error()), (vec![refusal()], None));
    session.pass_time(HOUR);
    session.focus();
    assert!(read_carries_token(&session));
    session.answer_read(session_of(ADA));
    assert!(session.can("chat-history"));
}

#[test]
fn a_refused_cookie_without_a_token_ends_the_session_with_cookie_refused() {
    let mut session = after_refused_cookie(tokenless_sign_in_of(ADA));
    let session_events = session.session_events();
    assert_eq!(session_events.len(), 2);
    assert!(session_events.contains(&refusal()));
    assert!(session_events.contains(&SessionEvent::SignedOut(Reason::Ended)));
    session.refresh();
    session.answer_read(NO_SESSION);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), Some(Code::CookieRefused)));
    session.logout();
    session.confirm_sign_out();
    assert_eq!((session.reason(), session.error()), (Some(Reason::SignedOut), None));
}

/// The cookie is the authority: another user may have signed in by other means since.
#[test]
fn once_the_token_finds_no_user_the_next_read_uses_the_cookie() {
    let mut session = carried_by_token();
    session.pass_time(HOUR);
    session.focus();
    session.answer_read(NO_SESSION);
    assert_eq!((session.reason(), session.holds_token()), (Some(Reason::Ended), false));
    assert!(!read_carries_token(&session));
    session.answer_read(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn cookie_refused_is_dispatched_once() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut all_events = Vec::new();
        let mut session = Session::after_read(NO_SESSION);
        for _ in 0..2 {
            session.login();
            session.answer_sign_in(answer.clone());
            session.answer_read(NO_SESSION);
            all_events.extend(session.session_events());
            if session.is_reading() {
                session.answer_read(session_of(ADA));
                all_events.extend(session.session_events());
            }
        }
        assert_eq!(all_events.iter().filter(|event| **event == refusal()).count(), 1);
    }
}

#[test]
fn a_failed_confirming_read_is_repeated() {
    let mut session = Session::after_read(NO_SESSION);
    session.login();
    session.answer_sign_in(sign_in_of(ADA));
    session.fail_read(network());
    assert!(session.can("chat-history"));
    session.pass_time(SECOND);
    session.answer_read(NO_SESSION);
    assert!(!session.view().stale && session.can("chat-history"));
    session.answer_read(session_of(ADA));
    assert_eq!(session.session_events(), [refusal()]);
}

/// The missing cookie may be that of the other tab's sign-in.
#[test]
fn after_a_sign_in_in_another_tab_no_cookie_counts_as_refused_without_a_token() {
    let mut session = Session::after_read(NO_SESSION);
    session.login();
    session.answer_sign_in(tokenless_sign_in_of(ADA));
    session.receive(TabMessage::SignedIn);
    session.answer_read(NO_SESSION);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), None));
}

/// The user may have signed out on another page meanwhile, and the deployment may still accept the token.
#[test]
fn a_page_restored_before_its_sign_in_was_confirmed_does_not_use_the_token() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut session = Session::after_read(NO_SESSION);
        session.login();
        session.answer_sign_in(answer);
        session.enter_cache();
        session.return_from_cache();
        session.answer_read(NO_SESSION);
        assert!(!session.can("chat-history"));
        assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), None));
        assert!(!session.session_events().contains(&refusal()));
    }
}
