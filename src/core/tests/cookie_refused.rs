//! A browser that keeps no cookie: a held token carries the session, or it has ended.

use super::answers::{ADA, GRACE, NO_SESSION, network, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::{Code, Failure, SignedIn};
use crate::core::{Reason, Request, SessionEvent, TabMessage};

/// A session after a sign-in with that answer, and a confirming read that found no session.
fn refused(answer: SignedIn) -> Session {
    let mut session = Session::that_read(NO_SESSION);
    session.login();
    session.signs_in(answer);
    session.reads(NO_SESSION);
    session
}

/// A token that carries the session: Ada's.
fn carried() -> Session {
    let mut session = refused(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session
}

fn refusal() -> SessionEvent {
    SessionEvent::CookieRefused(Failure::of(Code::CookieRefused))
}

fn reads_by_the_token(session: &Session) -> bool {
    session.under_way(Request::Session).unwrap().bearer
}

/// Whether it was the cookie that was lacking, only the token can tell: it is asked at once.
#[test]
fn a_held_token_carries_the_session() {
    let mut session = refused(sign_in_of(ADA));
    assert_eq!((session.session_events(), session.can("chat-history")), (vec![], true));
    assert!(reads_by_the_token(&session));
    session.reads(session_of(ADA));
    assert_eq!((session.session_events(), session.error()), (vec![refusal()], None));
    session.passes(HOUR);
    session.gets_focus();
    assert!(reads_by_the_token(&session));
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
}

#[test]
fn without_a_token_the_session_has_ended_and_why_is_shown_while_no_user_is_signed_in() {
    let mut session = refused(tokenless_sign_in_of(ADA));
    let session_events = session.session_events();
    assert_eq!(session_events.len(), 2);
    assert!(session_events.contains(&refusal()));
    assert!(session_events.contains(&SessionEvent::SignedOut(Reason::Ended)));
    session.refresh();
    session.reads(NO_SESSION);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), Some(Code::CookieRefused)));
    session.logout();
    session.signs_out();
    assert_eq!((session.reason(), session.error()), (Some(Reason::SignedOut), None));
}

/// The cookie is the authority: a user may have signed in by other means since.
#[test]
fn where_the_token_carries_nothing_any_more_the_cookie_is_asked() {
    let mut session = carried();
    session.passes(HOUR);
    session.gets_focus();
    session.reads(NO_SESSION);
    assert_eq!((session.reason(), session.holds_token()), (Some(Reason::Ended), false));
    assert!(!reads_by_the_token(&session));
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn the_event_fires_once() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut told = Vec::new();
        let mut session = Session::that_read(NO_SESSION);
        for _ in 0..2 {
            session.login();
            session.signs_in(answer.clone());
            session.reads(NO_SESSION);
            told.extend(session.session_events());
            if session.is_reading() {
                session.reads(session_of(ADA));
                told.extend(session.session_events());
            }
        }
        assert_eq!(told.iter().filter(|told| **told == refusal()).count(), 1);
    }
}

#[test]
fn a_failed_confirmation_is_made_up_for() {
    let mut session = Session::that_read(NO_SESSION);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.fails_to_read(network());
    assert!(session.can("chat-history"));
    session.passes(SECOND);
    session.reads(NO_SESSION);
    assert!(!session.view().stale && session.can("chat-history"));
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [refusal()]);
}

/// Either tab's cookie may then be the one that is missing.
#[test]
fn a_sign_in_in_another_tab_leaves_nothing_to_confirm_without_a_token() {
    let mut session = Session::that_read(NO_SESSION);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    session.receives(TabMessage::SignedIn);
    session.reads(NO_SESSION);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), None));
}

/// The gates closed on the way into the cache, and only an answer that names the user opens them; requests wait for it.
/// The user may have signed out on another page meanwhile, and the deployment may still take the token.
#[test]
fn on_a_page_restored_before_its_sign_in_was_confirmed_the_token_carries_nothing() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut session = Session::that_read(NO_SESSION);
        session.login();
        session.signs_in(answer);
        session.is_cached();
        session.is_restored();
        session.reads(NO_SESSION);
        assert!(!session.can("chat-history"));
        assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), None));
        assert!(!session.session_events().contains(&refusal()));
    }
}
