//! A sign-out is a lock: from its call on no user is shown, and nothing is read for showing. Its end invalidates the identity.

use super::answers::{ADA, GRACE, NO_SESSION, busy_for, network, session_of, sign_in_of, status};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session, named};
use crate::api::Code;
use crate::core::{
    Answer, Broadcast, CallId, Outcome, Policy, Reason, Request, SessionEvent, SignOutId, Status, TabMessage,
};

const OVER: TabMessage = TabMessage::SignOutOver(ELSEWHERE);

/// Ada signed out here, and that failed; it is sent again in ten minutes or later.
fn of_this_page() -> (Session, CallId) {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.fails_to_sign_out(busy_for(600_000));
    (session, logout)
}

/// Ada signed out in another tab.
fn of_another_tab() -> Session {
    let mut session = Session::signed_in();
    session.receives(TabMessage::SignedOut(ELSEWHERE));
    session
}

/// No user is shown, and nothing is read, whatever happens but what ends a lock.
fn is_locked(session: &mut Session) -> bool {
    let looks: [fn(&mut Session); 6] = [
        Session::gets_focus,
        |session| session.receives(TabMessage::Changed),
        |session| _ = session.read(),
        |session| session.loses_its_sign_in_window(),
        |session| session.is_restored(),
        |session| {
            session.goes_offline();
            session.comes_online();
        },
    ];
    looks.into_iter().all(|looks| {
        looks(session);
        session.user().is_none() && !session.is_reading()
    })
}

/// The lock has ended, and the identity is unverified: a read leaves, requests wait for it, and what it says is shown.
#[track_caller]
fn has_ended(session: &mut Session) {
    assert!(session.is_reading());
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_none());
    session.reads(session_of(ADA));
    assert_eq!((session.user(), session.sent()), (Some(1), vec![Request::Fetch(fetch)]));
    session.aborts(fetch);
}

#[test]
fn no_user_is_shown_and_nothing_is_read_while_it_stands() {
    assert!(is_locked(&mut of_this_page().0));
    assert!(is_locked(&mut of_another_tab()));
    let mut before_anything_was_known = Session::started();
    before_anything_was_known.logout();
    assert!(is_locked(&mut before_anything_was_known));
}

#[test]
fn one_of_another_tab_closes_the_gates_at_once_and_is_not_passed_on() {
    let session = of_another_tab();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history") && !session.holds_token());
    assert!(!session.view().sign_out_pending, "it is the other tab's");
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert_eq!((session.broadcasts(), session.sent()), (vec![], vec![]));
}

/// The deployment may have judged it before the sign-out, and answers late.
#[test]
fn an_answer_from_before_opens_nothing_then_or_later() {
    let locks: [fn(&mut Session); 2] =
        [|session| _ = session.logout(), |session| session.receives(TabMessage::SignedOut(ELSEWHERE))];
    for locks in locks {
        let mut session = Session::signed_in();
        let refresh = session.refresh();
        let read = session.under_way(Request::Session).unwrap();
        locks(&mut session);
        assert_eq!(session.given_up(), [read]);
        session.is_answered_late(read.id, Ok(Answer::Session(session_of(ADA))));
        assert_eq!((session.user(), session.outcome(refresh)), (None, None));
    }
}

#[test]
fn the_lock_of_this_page_ends_at_another_tabs_sign_in() {
    let (mut session, logout) = of_this_page();
    session.receives(TabMessage::SignedIn);
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    has_ended(&mut session);
    session.passes(HOUR);
    assert_eq!(session.under_way(Request::Logout), None, "it is not sent again");
}

/// The sign-out that is under way goes on, and nothing is read beside it.
#[test]
fn a_sign_in_of_another_tab_while_it_is_under_way_is_read_once_that_has_ended() {
    for (answer, is_confirmed) in [(Ok(Answer::Logout), true), (Err(network()), false)] {
        let mut session = Session::signed_in();
        let logout = session.logout();
        session.receives(TabMessage::SignedIn);
        assert!(!session.is_reading() && session.user().is_none());
        session.is_answered(Request::Logout, answer);
        assert_eq!(session.outcome(logout).unwrap().is_ok(), is_confirmed);
        assert_eq!(
            session.broadcasts(),
            [Broadcast::SignOutOver(named(logout))],
            "only now the other tabs can tell"
        );
        has_ended(&mut session);
    }
}

#[test]
fn the_lock_of_this_page_ends_at_a_refresh_after_the_sign_out_failed() {
    let (mut session, logout) = of_this_page();
    let refresh = session.refresh();
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    has_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
    session.passes(HOUR);
    assert_eq!(session.under_way(Request::Logout), None);
}

#[test]
fn it_does_not_end_at_a_refresh_before_the_sign_out_has_an_answer() {
    let mut session = Session::signed_in();
    session.logout();
    let refresh = session.refresh();
    assert!(is_locked(&mut session));
    session.fails_to_sign_out(network());
    assert_eq!(session.outcome(refresh), Some(Err(Code::Network)), "the failure of what it waited for");
    assert!(session.user().is_none() && !session.is_reading());
}

#[test]
fn a_call_that_only_reads_ends_with_the_failure_of_the_sign_out() {
    let (mut session, _) = of_this_page();
    let read = session.read();
    assert_eq!(session.outcome(read), Some(Err(Code::ServerError)));
    assert!(is_locked(&mut session));
}

/// It is not sent again while a sign-in window is open.
#[test]
fn a_sign_out_that_was_given_up_for_a_sign_in_has_failed() {
    let mut session = Session::signed_in();
    session.logout();
    session.login();
    session.passes(3 * SECOND);
    session.opens_a_sign_in_window();
    session.fails_to_sign_in(status(403));
    for call in [session.read(), session.fetch()] {
        assert_eq!(session.outcome(call), Some(Err(Code::Timeout)));
    }
    assert!(session.view().sign_out_pending && is_locked(&mut session));
    session.refresh();
    has_ended(&mut session);
}

#[test]
fn every_lock_ends_at_a_sign_in_here() {
    let (mut own, logout) = of_this_page();
    own.receives(TabMessage::SignedOut(ELSEWHERE));
    own.login();
    own.passes(3 * SECOND);
    own.signs_in(sign_in_of(GRACE));
    assert_eq!(own.broadcasts(), [Broadcast::SignOutOver(named(logout)), Broadcast::SignedIn]);
    assert_eq!((own.user(), own.view().sign_out_pending), (Some(2), false));
    own.reads(session_of(GRACE));
    own.passes(HOUR);
    assert_eq!((own.user(), own.under_way(Request::Logout)), (Some(2), None));
}

#[test]
fn a_sign_in_here_that_is_refused_ends_none() {
    let (mut own, _) = of_this_page();
    own.login();
    own.fails_to_sign_in(status(401));
    assert!(own.view().sign_out_pending && is_locked(&mut own));
    let mut elsewhere = of_another_tab();
    elsewhere.login();
    elsewhere.passes(3 * SECOND);
    elsewhere.fails_to_sign_in(status(401));
    assert!(is_locked(&mut elsewhere));
}

/// It may be older than the sign-out.
#[test]
fn the_lock_of_another_tab_does_not_end_at_a_sign_in_elsewhere_or_a_refresh() {
    let mut session = of_another_tab();
    session.receives(TabMessage::SignedIn);
    let refresh = session.refresh();
    assert!(is_locked(&mut session));
    assert_eq!(session.outcome(refresh), None, "it is answered after it");
    session.receives(OVER);
    has_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
}

#[test]
fn each_end_finds_its_own_beginning() {
    let other = SignOutId(901);
    let mut session = of_another_tab();
    session.receives(TabMessage::SignedOut(other));
    for end in [OVER, OVER, TabMessage::SignOutOver(SignOutId(902))] {
        session.receives(end);
        assert!(is_locked(&mut session), "{end:?}");
    }
    session.receives(TabMessage::SignOutOver(other));
    has_ended(&mut session);
}

/// Its tab may be gone. A sign-out that is called again is heard again, and counts from then.
#[test]
fn the_lock_of_another_tab_ends_by_itself_after_timeout_ms_or_a_minute() {
    for (timeout_ms, lasts_ms) in [(2 * SECOND, 2 * SECOND), (10 * MINUTE, MINUTE)] {
        let mut session =
            Session::with_that_read(Policy { timeout_ms, ..Policy::default() }, session_of(ADA));
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms / 2);
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms - 1);
        assert!(!session.is_reading());
        session.passes(1);
        has_ended(&mut session);
    }
}

/// The read that found this page's user may have been judged before it.
#[test]
fn the_end_of_one_that_was_never_heard_of_is_followed_by_a_read() {
    let mut session = Session::that_read(session_of(ADA));
    session.receives(OVER);
    assert_eq!((session.user(), session.sent()), (Some(1), vec![Request::Session]), "what is shown stays");
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn a_hidden_tab_reads_once_it_is_seen_after_the_lock_has_ended() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.hides();
    session.receives(TabMessage::SignedOut(ELSEWHERE));
    session.passes(HOUR);
    assert!(!session.is_reading());
    session.shows();
    has_ended(&mut session);
}

#[test]
fn requests_wait_for_its_end_and_for_the_read_after_it() {
    let mut session = of_another_tab();
    let fetch = session.fetch();
    session.receives(OVER);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(NO_SESSION);
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
}

#[test]
fn requests_that_wait_for_a_sign_out_end_with_its_failure() {
    let mut session = Session::signed_in();
    session.logout();
    let early = session.fetch();
    assert_eq!(session.outcome(early), None);
    session.fails_to_sign_out(status(429));
    let late = session.refresh_permissions();
    for call in [early, late] {
        assert_eq!(session.outcome(call), Some(Err(Code::RateLimited)));
    }
}

#[test]
fn one_of_another_tab_supersedes_a_sign_in_here() {
    for waits in [false, true] {
        let mut session = Session::that_read(NO_SESSION);
        if waits {
            session.logout();
        }
        let login = session.login();
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
        assert!(session.under_way(Request::Login(login)).is_none());
    }
}

#[test]
fn a_logout_after_the_end_of_the_lock_is_a_sign_out_of_its_own() {
    let mut session = Session::signed_in();
    let first = session.logout();
    session.receives(TabMessage::SignedIn);
    let second = session.logout();
    assert_eq!(
        session.sent(),
        [Request::Logout],
        "the one under way may end before the new user's session begins"
    );
    session.signs_out();
    let confirmed = Some(Ok(Outcome::Done));
    assert_eq!((session.outcome(first), session.outcome(second)), (confirmed, confirmed));
}
