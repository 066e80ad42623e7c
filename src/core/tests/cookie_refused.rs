//! A browser that keeps no cookie: a held token carries the session, or it has ended.

use super::answers::{ADA, GRACE, NOBODY, network, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::{Code, Failure, SignedIn};
use crate::core::{Reason, Request, SessionEvent, Status, TabMessage};

/// Signed in so, and the confirmation found nobody.
fn refused(answer: SignedIn) -> Session {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(answer);
    session.reads(NOBODY);
    session
}

fn refusal() -> SessionEvent {
    SessionEvent::CookieRefused(Failure::of(Code::CookieRefused))
}

#[test]
fn a_held_token_carries_the_session() {
    let mut session = refused(sign_in_of(ADA));
    assert_eq!(session.session_events(), [], "whether it was the cookie, only the token can tell");
    assert!(session.can("chat-history"));
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [refusal()]);
    assert!(session.can("chat-history"));
    assert_eq!(session.error(), None);
    session.passes(HOUR);
    session.gets_focus();
    assert!(session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
}

#[test]
fn whether_the_token_carries_it_is_asked_at_once() {
    let mut session = refused(sign_in_of(ADA));
    assert!(session.under_way(Request::Session).unwrap().bearer);
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::Ended), "it was no cookie that was lacking");
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Ended)]);
    assert_eq!(session.error(), None);
    assert!(!session.holds_token());
}

#[test]
fn a_session_that_the_token_carries_ends_with_the_token() {
    let mut session = refused(sign_in_of(ADA));
    session.hears(TabMessage::SignedIn);
    session.reads(NOBODY);
    session.reads(session_of(ADA));
    assert!(session.view().expires_at_ms.is_some());
    session.passes(24 * HOUR);
    assert_eq!(session.reason(), Some(Reason::Expired));
}

/// The cookie is the authority: somebody may have signed in by other means since.
#[test]
fn where_the_token_carries_nothing_any_more_the_cookie_is_asked() {
    let mut session = refused(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.passes(HOUR);
    session.gets_focus();
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::Ended));
    assert!(!session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn without_a_token_the_session_has_ended() {
    let session = refused(tokenless_sign_in_of(ADA));
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::Ended)));
    assert_eq!(session.error(), Some(Code::CookieRefused));
    let session_events = session.session_events();
    assert_eq!(session_events.len(), 2);
    assert!(
        session_events.contains(&refusal())
            && session_events.contains(&SessionEvent::SignedOut(Reason::Ended))
    );
}

#[test]
fn why_it_ended_is_shown_for_as_long_as_nobody_is_there() {
    let mut session = refused(tokenless_sign_in_of(ADA));
    session.refresh();
    session.reads(NOBODY);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), Some(Code::CookieRefused)));
    session.logout();
    session.signs_out();
    session.refresh();
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::SignedOut));
}

#[test]
fn the_event_fires_once() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut told = 0;
        let mut session = Session::that_read(NOBODY);
        for _ in 0..2 {
            session.login();
            session.signs_in(answer.clone());
            session.reads(NOBODY);
            told += session.session_events().iter().filter(|told| **told == refusal()).count();
            if session.is_reading() {
                session.reads(session_of(ADA));
                told += session.session_events().iter().filter(|told| **told == refusal()).count();
            }
        }
        assert_eq!(told, 1);
    }
}

#[test]
fn a_failed_confirmation_is_made_up_for() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.fails_to_read(network());
    assert!(session.can("chat-history"));
    session.passes(SECOND);
    session.reads(NOBODY);
    assert!(!session.view().stale);
    assert!(session.can("chat-history"));
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [refusal()]);
}

#[test]
fn once_confirmed_a_missing_session_is_the_end_of_it() {
    let mut session = Session::signed_in();
    session.gets_focus();
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::Ended));
    assert!(!session.holds_token());
}

#[test]
fn the_deployment_may_end_a_session_that_the_token_carries() {
    let mut session = refused(sign_in_of(ADA));
    session.refresh();
    session.reads(NOBODY);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::Ended)));
    assert!(!session.holds_token());
}

/// A token that carries the session: Ada's.
fn carried() -> Session {
    let mut session = refused(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session
}

#[test]
fn after_a_sign_in_in_another_tab_the_cookie_is_asked_before_the_token() {
    let mut session = carried();
    session.hides();
    session.hears(TabMessage::SignedIn);
    assert!(!session.holds_token(), "nothing carries it until it is known who is there");
    session.passes(HOUR);
    assert!(!session.is_reading(), "a hidden tab waits until it is seen");
    session.shows();
    assert!(!session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(ADA));
    assert!(session.holds_token(), "it is hers");
    session.refresh();
    assert!(!session.under_way(Request::Session).unwrap().bearer, "the cookie was kept this time");
}

#[test]
fn where_another_tab_kept_no_cookie_either_the_token_goes_on_carrying_the_session() {
    let mut session = carried();
    session.hears(TabMessage::SignedIn);
    session.reads(NOBODY);
    assert!(session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history") && session.holds_token());
}

#[test]
fn another_users_sign_in_in_another_tab_drops_the_token_that_carried_the_session() {
    let mut session = carried();
    session.hears(TabMessage::SignedIn);
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.holds_token()), (Some(2), false));
    session.refresh();
    assert!(!session.under_way(Request::Session).unwrap().bearer);
}

/// Whose cookie it is that is missing then, nobody can tell.
#[test]
fn a_sign_in_in_another_tab_leaves_nothing_to_confirm_without_a_token() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    session.hears(TabMessage::SignedIn);
    session.reads(NOBODY);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), None));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Ended)]);
}

#[test]
fn a_new_sign_in_asks_the_cookie_again() {
    let mut session = refused(sign_in_of(ADA));
    session.login();
    session.signs_in(sign_in_of(ADA));
    assert!(!session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(ADA));
    session.refresh();
    assert!(!session.under_way(Request::Session).unwrap().bearer, "this time it was kept");
}

/// The gates closed on the way into the cache, and only an answer that names the user opens them.
#[test]
fn a_page_restored_before_its_sign_in_was_confirmed_is_told_as_well() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.is_cached();
    session.is_restored();
    session.reads(NOBODY);
    assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
    assert!(session.under_way(Request::Session).unwrap().bearer);
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [refusal()]);
    assert!(session.can("chat-history"));

    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    session.is_cached();
    session.is_restored();
    session.reads(NOBODY);
    assert_eq!((session.reason(), session.error()), (Some(Reason::Ended), Some(Code::CookieRefused)));
    assert!(session.session_events().contains(&refusal()));
}

/// Whether it reached the deployment or not.
#[test]
fn after_a_sign_out_no_cookie_is_missed() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.refresh();
    session.reads(NOBODY);
    assert_eq!((session.reason(), session.error()), (Some(Reason::SignedOut), None));
    assert!(!session.session_events().contains(&refusal()));
}
