//! What gives a sign-out up that the deployment has not confirmed: a call to refresh, or a sign-in (`identity-api.md` 4.4).

use super::answers::{ADA, GRACE, busy_for, network, session_of, sign_in_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use super::sign_out_pending::{is_telling, that_failed};
use crate::api::Code;
use crate::core::{Event, Outcome, Policy, Request, SessionEvent, Status, TabMessage};

/// Its answer would remove the newcomer's cookie.
#[test]
fn a_sign_in_elsewhere_calls_it_off_while_it_is_told_again() {
    let mut session = that_failed(network());
    session.passes(SECOND);
    assert!(is_telling(&session));
    session.hears(TabMessage::SignedIn);
    assert!(!is_telling(&session));
    assert!(session.tells().contains(&TabMessage::SignOutOver));
    session.reads(session_of(ADA));
    session.passes(HOUR);
    assert_eq!((session.user(), is_telling(&session)), (Some(1), false));
}

#[test]
fn a_call_to_refresh_gives_it_up_and_shows_whoever_is_signed_in() {
    let mut session = Session::that_failed_to_sign_out();
    session.refresh();
    assert_eq!(session.tells(), [TabMessage::SignOutOver]);
    assert!(!session.view().sign_out_pending);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    session.passes(HOUR);
    assert_eq!(session.in_flight(), [], "it is not told again");
}

/// That read began before `refresh()` was called: the deployment may have judged it before the sign-out.
#[test]
fn a_call_to_refresh_gives_up_a_read_under_way() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    let read = session.under_way(Request::Session).unwrap();
    session.refresh();
    assert_eq!((session.given_up().last(), session.sent()), (Some(&read), vec![Request::Session]));
}

#[test]
fn a_call_to_refresh_waits_for_the_sign_out_that_is_being_told() {
    for confirmed in [false, true] {
        let mut session = that_failed(network());
        session.passes(SECOND);
        let refresh = session.refresh();
        assert_eq!((session.sent(), session.tells()), (vec![], vec![]));
        if confirmed {
            session.signs_out();
        } else {
            session.fails_to_sign_out(network());
        }
        assert_eq!(
            (session.tells(), session.sent()),
            (vec![TabMessage::SignOutOver], vec![Request::Session])
        );
        assert!(!session.view().sign_out_pending);
        session.reads(session_of(ADA));
        assert_eq!((session.outcome(refresh), session.user()), (Some(Ok(Outcome::Published)), Some(1)));
    }
}

/// The page has asked who is there, and the first sign-out's user may be gone.
#[test]
fn a_sign_out_that_is_called_after_a_refresh_is_about_whoever_is_there() {
    let mut session = that_failed(network());
    session.passes(SECOND);
    session.refresh();
    session.logout();
    session.fails_to_sign_out(network());
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.view().sign_out_pending), (None, true));
}

/// Nobody waits for the read any more, and it is owed: what is shown is not known.
#[test]
fn a_call_to_refresh_that_is_aborted_meanwhile_leaves_a_read() {
    let mut session = that_failed(network());
    session.passes(SECOND);
    let refresh = session.refresh();
    session.aborts(refresh);
    session.fails_to_sign_out(network());
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn a_call_to_refresh_does_not_give_up_a_sign_out_that_somebody_waits_for() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    let refresh = session.refresh();
    session.fails_to_sign_out(busy_for(600_000));
    assert!(session.view().sign_out_pending);
    session.reads(session_of(ADA));
    assert_eq!((session.outcome(refresh), session.user()), (Some(Ok(Outcome::Published)), None));
}

/// Its caller was superseded by a sign-in that waits for it, and that sign-in may be refused.
#[test]
fn a_call_to_refresh_does_not_give_up_a_sign_out_that_a_sign_in_waits_for() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.login();
    session.refresh();
    session.fails_to_sign_out(busy_for(600_000));
    session.fails_to_sign_in(status(401));
    assert!(session.view().sign_out_pending);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

#[test]
fn a_sign_in_window_that_is_gone_shows_nobody_who_has_signed_out() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    let call = session.read();
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Unknown, None));
    assert_eq!(session.outcome(call), Some(Ok(Outcome::Published)));
    session.read();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(GRACE.id), "whom nobody has signed out");
}

#[test]
fn a_sign_in_here_ends_it() {
    let mut session = Session::that_failed_to_sign_out();
    session.login();
    assert!(session.view().sign_out_pending, "it may be refused");
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.tells(), [TabMessage::SignOutOver, TabMessage::SignedIn]);
    assert!(!session.view().sign_out_pending);
    session.reads(session_of(ADA));
    session.passes(HOUR);
    assert_eq!((session.user(), session.in_flight()), (Some(1), &[][..]));
}

#[test]
fn a_sign_in_that_is_refused_leaves_it_to_be_told() {
    let mut session = Session::that_failed_to_sign_out();
    session.passes(8 * MINUTE);
    session.login();
    session.passes(HOUR);
    assert!(!is_telling(&session), "not beside a sign-in");
    session.fails_to_sign_in(status(401));
    assert!(is_telling(&session));
}

#[test]
fn a_sign_in_in_another_tab_ends_it() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.hears(TabMessage::SignedIn);
    assert_eq!(session.tells(), [TabMessage::SignOutOver]);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    session.passes(HOUR);
    assert_eq!(session.in_flight(), []);
}

/// Messages can be late: an earlier sign-in does not undo the sign-out that is under way.
#[test]
fn a_late_word_of_a_sign_in_does_not_undo_a_sign_out_under_way() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.hears(TabMessage::SignedIn);
    session.fails_to_sign_out(busy_for(600_000));
    session.passes(MINUTE);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

/// Somebody else may have signed in while it was under way: a read tells, before it is sent again.
#[test]
fn after_a_sign_in_elsewhere_a_sign_out_that_fails_is_not_told_to_somebody_else() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.hears(TabMessage::SignedIn);
    session.hides();
    session.fails_to_sign_out(network());
    session.fails_to_read(network());
    session.passes(HOUR);
    assert!(!is_telling(&session), "no read has told yet who is there");
    session.shows();
    session.reads(session_of(GRACE));
    session.passes(HOUR);
    assert_eq!((session.user(), session.view().sign_out_pending), (Some(GRACE.id), false));
}

#[test]
fn no_other_word_of_another_tab_ends_it() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    for message in [TabMessage::SignedOut, TabMessage::Changed, TabMessage::SignOutOver] {
        session.hears(message);
        session.passes(MINUTE);
        session.reads(session_of(ADA));
        assert_eq!(session.user(), None, "{message:?}");
        assert!(session.view().sign_out_pending);
    }
}

#[test]
fn a_sign_out_that_is_held_is_not_told_after_a_read_that_failed() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.hears(TabMessage::SignedIn);
    session.fails_to_sign_out(status(503));
    session.passes(SECOND);
    assert!(session.is_reading());
    session.fails_to_read(status(503));
    session.passes(10 * SECOND);
    assert!(session.under_way(Request::Logout).is_none(), "nobody knows yet whose session it would end");
}

#[test]
fn a_sign_out_told_again_does_not_end_what_a_popup_in_another_tab_began() {
    let mut session = Session::that_failed_to_sign_out();
    // Hidden: the user is in the other tab, where the single sign-on popup is back.
    session.hears(TabMessage::Changed);
    session.passes(20 * MINUTE);
    assert!(session.under_way(Request::Logout).is_none(), "nobody has looked who is there");
}

#[test]
fn a_read_from_before_a_change_elsewhere_does_not_let_a_held_sign_out_go() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(busy_for(5_000));
    session.read();
    session.passes(20 * SECOND);
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    assert!(!is_telling(&session), "Grace may be there by now: no read that began since has said who is");
}

#[test]
fn a_hidden_page_tells_its_sign_out_again_after_another_tabs_changed() {
    let mut session = Session::on_page(Policy::default(), false, true);
    session.starts_with_a_sign_out_pending();
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    if session.is_reading() {
        session.reads(session_of(ADA));
    }
    session.passes(HOUR);
    assert!(session.under_way(Request::Logout).is_some(), "reading {}", session.is_reading());
}

#[test]
fn one_that_was_given_up_is_not_sent_once_more_as_the_page_goes() {
    for event in [Event::Unloading, Event::Leaving, Event::Closed] {
        let mut session = that_failed(network());
        session.passes(SECOND);
        assert!(is_telling(&session));
        session.refresh();
        session.happens(event.clone());
        assert_eq!(session.sent(), [], "{event:?}");
    }
}

/// The sign-in has heard of the sign-out, and has waited for it: its cookie is the newer one.
#[test]
fn a_sign_in_elsewhere_that_has_waited_for_it_calls_it_off() {
    for (waited_ms, is_called_off) in [(2_999, false), (3_000, true)] {
        let mut session = Session::that_read(session_of(ADA));
        let logout = session.logout();
        session.passes(waited_ms);
        session.hears(TabMessage::SignedIn);
        let superseded = Some(Err(Code::Superseded)).filter(|_| is_called_off);
        assert_eq!((session.outcome(logout), is_telling(&session)), (superseded, !is_called_off));
        if is_called_off {
            assert!(session.tells().contains(&TabMessage::SignOutOver));
            session.reads(session_of(GRACE));
            assert_eq!((session.user(), session.view().sign_out_pending), (Some(2), false));
        }
    }
}

/// The message was delayed by sleep, and the sign-in may be the older one.
#[test]
fn a_sign_in_elsewhere_that_is_heard_of_after_a_sleep_lets_it_go_on() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.sleeps(HOUR);
    session.hears(TabMessage::SignedIn);
    assert!(is_telling(&session));
}

/// It may be younger than the sign-in.
#[test]
fn one_that_was_called_again_since_goes_on() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.passes(3_000);
    session.logout();
    session.hears(TabMessage::SignedIn);
    assert!(is_telling(&session));
}
