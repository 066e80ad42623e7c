//! A sign-out in another tab: gates close here at once, and stay closed until it is over.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NOBODY, network, session_of, sign_in_of, status,
};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, Event, Outcome, Policy, Reason, Request, SessionEvent, Status, TabMessage};

/// Ada is signed in, and has signed out in another tab.
fn that_heard_of_one() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session
}

#[test]
fn the_gates_close_at_once_and_the_token_goes() {
    let mut session = Session::signed_in();
    session.hides();
    session.hears(TabMessage::SignedOut);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history"));
    assert!(!session.holds_token());
    assert!(!session.view().sign_out_pending, "it is the other tab's");
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert_eq!((session.tells(), session.sent()), (vec![], vec![]), "no message is passed on");
}

#[test]
fn a_read_under_way_is_given_up_and_its_callers_get_the_next() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.hears(TabMessage::SignedOut);
    assert_eq!(session.given_up(), [read]);
    session.reads(NOBODY);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

/// The deployment may have judged it before the sign-out, and answers late.
#[test]
fn an_old_answer_opens_nothing_whatever_is_heard_meanwhile() {
    for message in [TabMessage::Changed, TabMessage::SignedIn] {
        let mut session = that_heard_of_one();
        assert!(session.is_reading());
        let old = session.under_way(Request::Session).unwrap();
        session.hears(message);
        session.is_answered_late(old.id, Answer::Session(Ok(session_of(ADA))));
        assert_eq!((session.user(), session.session_events()), (None, vec![]), "{message:?}");
        while session.is_reading() {
            session.reads(session_of(ADA));
            assert_eq!((session.user(), session.session_events()), (None, vec![]), "{message:?}");
        }
    }
}

#[test]
fn once_it_is_over_a_read_that_begins_then_shows_who_is_there() {
    let mut session = that_heard_of_one();
    let old = session.under_way(Request::Session).unwrap();
    session.hears(TabMessage::SignOutOver);
    assert_eq!((session.given_up(), session.sent()), (&[old][..], vec![Request::Session]));
    session.is_answered_late(old.id, Answer::Session(Ok(session_of(ADA))));
    assert_eq!(session.user(), None);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1), "signed in again since");
}

#[test]
fn as_many_ends_as_sign_outs_are_waited_for() {
    let mut session = that_heard_of_one();
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::SignOutOver);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None, "one of two");
    session.hears(TabMessage::SignOutOver);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

/// A `sign-out-over` may be late: it does not end a sign-out that was called since.
#[test]
fn the_end_of_one_that_guards_no_more_is_not_the_end_of_another() {
    let lifts: [fn(&mut Session); 2] = [
        |session| {
            session.reads(NOBODY);
            session.refresh();
            session.reads(session_of(ADA));
        },
        |session| {
            session.passes(3 * SECOND);
            session.login();
            session.signs_in(sign_in_of(ADA));
            session.reads(session_of(ADA));
        },
    ];
    for lift in lifts {
        let mut session = that_heard_of_one();
        lift(&mut session);
        assert_eq!(session.user(), Some(1));
        session.hears(TabMessage::SignedOut);
        session.hears(TabMessage::SignOutOver);
        session.reads(session_of(ADA));
        assert_eq!(session.user(), None, "the second one may not have been judged");
        session.hears(TabMessage::SignOutOver);
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1));
    }
}

/// A sign-out that fails is sent again for as long as its page lives.
#[test]
fn an_end_that_comes_late_is_not_the_end_of_another() {
    let mut session = that_heard_of_one();
    session.reads(NOBODY);
    session.passes(3 * HOUR);
    session.refresh();
    session.reads(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::SignOutOver);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None, "the second one may not have been judged");
}

/// Its page may have gone.
#[test]
fn an_end_that_is_never_heard_of_is_waited_for_no_longer_than_a_request_may_take() {
    let mut session = that_heard_of_one();
    session.reads(NOBODY);
    session.passes(MINUTE);
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::SignOutOver);
    session.reads(session_of(ADA));
    session.passes(10 * SECOND);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

/// The tab was opened, or came back, while that sign-out was under way: whoever it shows may have been judged before it.
#[test]
fn one_that_was_never_heard_of_closes_at_its_end_until_a_read_says_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignOutOver);
    assert_eq!((session.user(), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    session.passes(MINUTE);
    session.hears(TabMessage::SignedOut);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

/// Its tab may be gone, or its sign-out may have failed for good.
#[test]
fn one_that_nobody_ends_guards_for_as_long_as_a_request_may_take_but_no_longer_than_a_minute() {
    for (timeout_ms, guards_ms) in
        [(2 * SECOND, 2 * SECOND), (10 * SECOND, 10 * SECOND), (10 * MINUTE, MINUTE)]
    {
        let policy = Policy { timeout_ms, ..Policy::default() };
        let mut session = Session::with_that_read(policy, session_of(ADA));
        session.hears(TabMessage::SignedOut);
        session.reads(session_of(ADA));
        session.passes(guards_ms - 1);
        while session.is_reading() {
            session.reads(session_of(ADA));
        }
        assert_eq!(session.user(), None);
        session.passes(1);
        assert_eq!(session.sent(), [Request::Session], "by itself");
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1));
    }
}

#[test]
fn the_time_counts_from_the_newest_of_them() {
    let mut session = that_heard_of_one();
    session.passes(9 * SECOND);
    session.hears(TabMessage::SignedOut);
    session.passes(9 * SECOND);
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

/// Only a read that begins after it shows the one who signed out.
#[test]
fn a_read_under_way_when_the_time_is_over_is_given_up() {
    let mut session = that_heard_of_one();
    let old = session.under_way(Request::Session).unwrap();
    session.passes(10 * SECOND);
    assert_eq!((session.given_up(), session.is_reading()), (&[old][..], true));
}

#[test]
fn a_hidden_tab_reads_once_it_is_seen_after_the_time_is_over() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.hides();
    session.hears(TabMessage::SignedOut);
    session.passes(HOUR);
    assert!(!session.is_reading());
    session.shows();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

#[test]
fn a_read_that_finds_nobody_is_the_end_of_it() {
    for over in [NOBODY, DEACTIVATED] {
        let mut session = that_heard_of_one();
        session.reads(over.clone());
        session.passes(SECOND);
        session.refresh();
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1), "a newer sign-in, after {over:?}");
    }
}

/// Nobody here knows whom it was about.
#[test]
fn it_hides_anyone() {
    for heard_twice in [false, true] {
        let mut session = that_heard_of_one();
        session.reads(session_of(GRACE));
        if heard_twice {
            session.hears(TabMessage::SignedOut);
        }
        session.refresh();
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), None);
    }
}

#[test]
fn before_anything_was_known_it_hides_anyone() {
    let mut session = Session::started();
    session.hears(TabMessage::SignedOut);
    session.refresh();
    for user in [ADA, GRACE] {
        session.reads(session_of(user));
        assert_eq!(session.user(), None);
        session.refresh();
    }
}

#[test]
fn a_sign_in_here_is_the_end_of_it() {
    let mut session = that_heard_of_one();
    session.login();
    session.passes(3 * SECOND);
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.tells(), [TabMessage::SignedIn], "the sign-out was not this tab's to end");
    session.reads(session_of(ADA_AS_EXPERT));
    assert!(session.can("report-analysis"), "her role was changed meanwhile");
}

#[test]
fn a_sign_in_here_that_is_refused_is_not() {
    let mut session = that_heard_of_one();
    session.login();
    session.passes(3 * SECOND);
    session.fails_to_sign_in(status(401));
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

#[test]
fn a_call_to_refresh_does_not_end_it() {
    let mut session = that_heard_of_one();
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

#[test]
fn neither_a_sign_in_elsewhere_nor_a_change_ends_it() {
    for message in [TabMessage::SignedIn, TabMessage::Changed] {
        for user in [ADA, GRACE] {
            let mut session = that_heard_of_one();
            session.reads(session_of(ADA));
            session.hears(message);
            session.reads(session_of(user));
            assert_eq!(session.user(), None, "{message:?}");
        }
    }
}

/// The deployment may have judged it after the answer that opened this tab.
#[test]
fn one_that_is_over_after_somebody_was_shown_closes_until_a_read_says_who_is_there() {
    let mut session = Session::that_read(NOBODY);
    session.hears(TabMessage::SignedOut);
    session.passes(SECOND);
    session.refresh();
    session.reads(NOBODY);
    session.hears(TabMessage::SignedIn);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    session.hears(TabMessage::SignOutOver);
    assert_eq!(session.status(), Status::Unknown);
    session.fails_to_read(network());
    assert_eq!(session.status(), Status::Unknown);
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
}

/// The deployment may judge the sign-in first, and end it with the sign-out.
#[test]
fn it_takes_the_place_of_a_sign_in_under_way() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    session.hears(TabMessage::SignedOut);
    assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
    assert!(session.given_up().iter().any(|sent| sent.request == Request::Login(login)));
    session.hears(TabMessage::SignOutOver);
    session.reads(NOBODY);
    assert_eq!(session.session_events(), []);
}

/// The tab of that sign-out does not count it either: it would take that sign-in for one that has not waited.
#[test]
fn a_sign_in_does_not_take_time_asleep_for_patience() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    let login = session.login();
    session.sleeps(HOUR);
    session.happens(Event::Focused);
    assert_eq!(session.under_way(Request::Login(login)), None);
    session.passes(3 * SECOND);
    assert!(session.under_way(Request::Login(login)).is_some());
}
