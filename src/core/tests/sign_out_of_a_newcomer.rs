//! Sign-outs where somebody else may be signed in by now: whom they are about, and whom they end.

use super::answers::{ADA, GRACE, NOBODY, network, session_of, sign_in_of, status};
use super::harness::{HOUR, SECOND, Session};
use super::sign_out_pending::{is_telling, that_failed};
use crate::core::{Before, EarlierSignOut, Event, Outcome, Request, TabMessage};

fn hears_a_sign_in(session: &mut Session) {
    session.hears(TabMessage::SignedIn);
}

/// Ada has signed out, somebody has signed in in another tab, and a second sign-out was called before the first was answered.
fn that_signs_out_again() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.hears(TabMessage::SignedIn);
    session.logout();
    session
}

/// From the back/forward cache.
fn comes_back(session: &mut Session) {
    session.is_cached();
    session.is_restored();
}

/// The deployment may have signed Grace in, and the page still shows Ada.
#[test]
fn after_a_sign_in_without_an_answer_it_hides_anyone() {
    let endings: [fn(&mut Session); 2] = [
        |session| {
            session.login();
            session.fails_to_sign_in(network());
        },
        |session| {
            session.opens_a_sign_in_window();
            session.loses_its_sign_in_window();
        },
    ];
    for ends_unheard in endings {
        let mut session = Session::that_read(session_of(ADA));
        ends_unheard(&mut session);
        session.logout();
        session.fails_to_sign_out(network());
        session.read();
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), None);
        assert!(session.view().sign_out_pending, "and is told until it is confirmed");
    }
}

/// What is known of who is there is older than that.
#[test]
fn called_while_somebody_else_may_have_come_it_hides_anyone() {
    let comes: [fn(&mut Session); 2] = [hears_a_sign_in, comes_back];
    for comes in comes {
        let mut session = Session::that_read(session_of(ADA));
        comes(&mut session);
        session.fails_to_read(network());
        session.logout();
        session.fails_to_sign_out(network());
        session.read();
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), None);
        assert!(session.view().sign_out_pending);
    }
}

#[test]
fn called_again_once_a_sign_in_window_is_gone_it_hides_anyone() {
    let mut session = Session::that_read(session_of(ADA));
    session.opens_a_sign_in_window();
    session.logout();
    session.loses_its_sign_in_window();
    session.logout();
    session.fails_to_sign_out(network());
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
}

#[test]
fn once_a_read_has_told_whom_a_sign_in_brought_it_is_about_them() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.fails_to_sign_in(network());
    session.reads(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.read();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

/// Whoever had signed in with the cookie is gone, and a token shows Ada still.
#[test]
fn once_a_read_has_found_nobody_it_is_about_whom_the_token_shows() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.hears(TabMessage::SignedIn);
    session.reads(NOBODY);
    assert_eq!(session.user(), Some(1));
    session.logout();
    session.fails_to_sign_out(network());
    session.read();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

/// Another tab's sign-out forbids to show whom the read found.
#[test]
fn a_read_that_shows_nobody_tells_nothing_of_a_sign_in() {
    let mut session = that_failed(network());
    session.hears(TabMessage::SignedOut);
    session.login();
    session.passes(3 * SECOND);
    session.fails_to_sign_in(status(502));
    session.reads(session_of(GRACE));
    session.logout();
    session.fails_to_sign_out(network());
    session.hears(TabMessage::SignOutOver);
    if !session.is_reading() {
        session.read();
    }
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
    assert!(session.view().sign_out_pending);
}

#[test]
fn whoever_another_tabs_sign_out_hides_is_not_signed_out_for_another() {
    let mut session = that_failed(network());
    session.hears(TabMessage::SignedOut);
    session.login();
    session.passes(3 * SECOND);
    session.fails_to_sign_in(status(502));
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
    session.passes(5 * SECOND);
    assert!(!is_telling(&session) && !session.view().sign_out_pending);
}

/// Its answer would say nothing of who has come since.
#[test]
fn called_again_once_somebody_else_may_be_there_it_is_sent_again() {
    let comes: [fn(&mut Session); 3] = [Session::loses_its_sign_in_window, hears_a_sign_in, comes_back];
    for comes in comes {
        let mut session = Session::that_read(session_of(ADA));
        session.opens_a_sign_in_window();
        let first = session.logout();
        comes(&mut session);
        let again = session.logout();
        session.signs_out();
        assert_eq!((session.outcome(first), session.outcome(again)), (None, None));
        assert_eq!(session.sent(), [Request::Logout]);
        session.signs_out();
        assert_eq!(session.outcome(first), Some(Ok(Outcome::Published)));
        assert_eq!(session.outcome(again), Some(Ok(Outcome::Published)));
    }
}

#[test]
fn one_that_is_told_again_as_it_is_called_is_sent_once_more_where_somebody_may_have_come() {
    let mut session = that_failed(network());
    session.passes(SECOND);
    assert!(is_telling(&session));
    session.hears(TabMessage::Changed);
    let again = session.logout();
    session.signs_out();
    assert_eq!(session.outcome(again), None);
    session.signs_out();
    assert_eq!(session.outcome(again), Some(Ok(Outcome::Published)));
}

#[test]
fn an_engine_that_follows_another_knows_of_a_sign_in_that_nobody_has_seen() {
    let mut session = Session::new(Default::default());
    session.starts_after(Before {
        sign_out: Some(EarlierSignOut { user: Some(ADA.id), told: 1 }),
        newcomer_unseen: true,
        ..Before::default()
    });
    session.logout();
    session.fails_to_sign_out(network());
    if !session.is_reading() {
        session.read();
    }
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), None);
}

/// Whoever signed in there is signed out by it.
#[test]
fn called_again_once_somebody_else_may_be_there_it_closes_the_other_tabs() {
    let mut session = that_signs_out_again();
    assert!(session.tells().contains(&TabMessage::SignedOut));
    session.signs_out();
    session.signs_out();
    let over = session.tells().into_iter().filter(|word| *word == TabMessage::SignOutOver).count();
    assert_eq!(over, 2, "and tells them that both are over");
}

/// Its calls end at once with `superseded`; the user whom it is about is signed out all the same.
#[test]
fn called_again_before_a_sign_in_it_is_sent_again_before_that() {
    let mut session = that_signs_out_again();
    session.login();
    session.signs_out();
    assert_eq!(session.sent(), [Request::Logout]);
    session.signs_out();
    assert!(session.under_way(Request::Logout).is_none());
    session.fails_to_sign_in(status(401));
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(GRACE.id), "both are confirmed: whoever is there has signed in since");
}

#[test]
fn called_again_it_is_sent_again_though_the_sign_in_behind_it_is_called_off() {
    let mut session = that_signs_out_again();
    let login = session.login();
    session.aborts(login);
    session.signs_out();
    assert_eq!(session.sent(), [Request::Logout]);
}

#[test]
fn called_again_it_leaves_though_the_session_is_closed() {
    let mut session = that_signs_out_again();
    session.sent();
    session.happens(Event::Closed);
    assert_eq!(session.sent(), [Request::Logout]);
}

/// It waits for a read to say who is there, and nobody looks.
#[test]
fn the_read_before_it_is_tried_again_on_a_hidden_page_too() {
    let lost: [fn(&mut Session); 4] = [
        |session| session.fails_to_read(network()),
        |session| session.fails_to_read(status(403)),
        |session| session.fails_to_read(status(404)),
        |session| session.hears(TabMessage::SignedOut),
    ];
    for (is_lost, hides) in lost.into_iter().flat_map(|is_lost| [(is_lost, false), (is_lost, true)]) {
        let mut session = that_failed(network());
        if hides {
            session.hides();
        }
        session.hears(TabMessage::Changed);
        assert!(session.is_reading());
        is_lost(&mut session);
        session.passes(HOUR);
        assert!(session.is_reading());
        session.reads(session_of(ADA));
        session.passes(HOUR);
        assert!(is_telling(&session));
    }
}

/// It was called again once Grace may have been there.
#[test]
fn one_that_is_called_again_after_another_tabs_change_is_about_anyone() {
    for message in [TabMessage::Changed, TabMessage::SignOutOver] {
        let mut session = Session::that_read(session_of(ADA));
        session.logout();
        session.hears(message);
        session.logout();
        session.signs_out();
        session.fails_to_sign_out(network());
        session.read();
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), None, "{message:?}");
    }
}

/// Its call ends with `closed`, and waits no longer.
#[test]
fn a_closed_session_ends_nobody_who_has_come_since_its_newest_sign_out() {
    let comes: [fn(&mut Session); 2] = [hears_a_sign_in, Session::opens_a_sign_in_window];
    for comes in comes {
        let mut session = that_signs_out_again();
        comes(&mut session);
        let telling = session.under_way(Request::Logout);
        session.closes();
        assert_eq!((session.sent(), session.under_way(Request::Logout)), (vec![], telling));
    }
}

/// A read that began after the sign-in has shown Ada: nobody else came. Another tab's `changed` puts nobody new there.
#[test]
fn a_change_after_that_makes_a_sign_out_about_nobody_else() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedIn);
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.read();
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.view().sign_out_pending), (Some(2), false), "she has not signed out");
}
