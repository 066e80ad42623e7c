//! What tabs tell each other, and that the messages between them come to an end.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, Person, network, session_of, sign_in_of,
};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session, named};
use crate::api::SessionAnswer;
use crate::core::{Broadcast, Reason, Request, TabMessage};

#[test]
fn a_sign_in_elsewhere_is_read_at_once_by_a_visible_tab() {
    let mut session = Session::started();
    session.reads(NO_SESSION);
    session.receives(TabMessage::SignedIn);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    assert_eq!(session.broadcasts(), [], "no other tab knows less");
}

/// The user who signed in may be the same one.
#[test]
fn a_sign_in_elsewhere_suspends_the_token_until_a_read_says_who_is_signed_in() {
    for (found, keeps) in [(session_of(ADA), true), (session_of(GRACE), false), (NO_SESSION, false)] {
        let mut session = Session::signed_in();
        session.receives(TabMessage::SignedIn);
        assert!(!session.holds_token() && session.can("chat-history"), "the user stays signed in");
        session.fails_to_read(network());
        assert!(!session.holds_token());
        session.refresh();
        session.reads(found);
        if session.is_reading() {
            session.reads(NO_SESSION);
        }
        assert_eq!(session.holds_token(), keeps);
    }
}

#[test]
fn a_change_that_a_tab_finds_is_told() {
    let changed = vec![Broadcast::Changed];
    for (before, found, tells) in [
        (session_of(ADA), session_of(ADA), vec![]),
        (session_of(ADA), session_of(ADA_AS_EXPERT), changed.clone()),
        (session_of(ADA), session_of(Person { role: "expert", ..ADA }), changed.clone()),
        (session_of(ADA), NO_SESSION, changed.clone()),
        (session_of(ADA), DEACTIVATED, changed.clone()),
        (session_of(ADA), session_of(GRACE), changed.clone()),
        (NO_SESSION, session_of(GRACE), changed),
        (NO_SESSION, NO_SESSION, vec![]),
    ] {
        let mut session = Session::that_read(before);
        session.gets_focus();
        session.reads(found);
        assert_eq!(session.broadcasts(), tells);
    }
    let mut session = Session::signed_in();
    session.logout();
    session.signs_out();
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.broadcasts(), [Broadcast::Changed]);
}

/// The cookie may be the new user's: a tab that shows another is to look.
#[test]
fn a_sign_in_that_loses_its_answer_is_broadcast() {
    for begun in [Session::started, || Session::that_read(session_of(ADA))] {
        let mut session = begun();
        session.receives(TabMessage::Changed);
        session.login();
        session.fails_to_sign_in(network());
        assert_eq!(session.broadcasts(), [Broadcast::Changed]);
    }
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.receives(TabMessage::Changed);
    session.fails_to_sign_in(network());
    session.reads(session_of(GRACE));
    assert_eq!(session.broadcasts(), [Broadcast::Changed], "whatever another tab has found before");
}

#[test]
fn what_a_page_finds_on_loading_what_fails_and_what_it_received_are_not_broadcast() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    assert_eq!(session.broadcasts(), []);
    session.refresh();
    session.fails_to_read(network());
    assert_eq!(session.broadcasts(), []);
    session.hides();
    session.receives(TabMessage::SignedIn);
    session.fetch();
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.broadcasts()), (Some(2), vec![]));
}

/// No user is shown on the way back from the cache; the tabs that show Ada must still hear of Grace.
#[test]
fn another_user_who_is_found_on_a_return_is_broadcast_to_the_other_tabs_too() {
    for (found, tells) in [(session_of(GRACE), vec![Broadcast::Changed]), (session_of(ADA), vec![])] {
        let mut session = Session::that_read(session_of(ADA));
        session.is_cached();
        session.is_restored();
        session.reads(found);
        assert_eq!(session.broadcasts(), tells);
    }
}

fn received(message: Broadcast) -> TabMessage {
    match message {
        Broadcast::SignedIn => TabMessage::SignedIn,
        Broadcast::Changed => TabMessage::Changed,
        Broadcast::SignOutOver(id) => TabMessage::SignOutOver(id),
    }
}

/// Two tabs of one browser, and what the deployment says to both.
struct Browser {
    tabs: [Session; 2],
    post: Vec<(usize, TabMessage)>,
}

impl Browser {
    fn with_both_signed_in() -> Self {
        Self { tabs: [Session::signed_in(), Session::that_read(session_of(ADA))], post: Vec::new() }
    }

    /// Does something in a tab, and posts the messages that it sends then, to the other.
    fn does(&mut self, tab: usize, act: impl FnOnce(&mut Session)) {
        act(&mut self.tabs[tab]);
        let sent = self.tabs[tab].broadcasts();
        self.post.extend(sent.into_iter().map(|message| (1 - tab, received(message))));
    }

    /// The entry tells the other tab at the call.
    fn logs_out(&mut self, tab: usize) {
        let logout = self.tabs[tab].logout();
        self.post.push((1 - tab, TabMessage::SignedOut(named(logout))));
    }

    /// Delivers and answers until both are at rest; how many messages it took.
    fn comes_to_rest(&mut self, says: &SessionAnswer) -> usize {
        for delivered in 0..20 {
            for tab in [0, 1] {
                while self.tabs[tab].is_reading() {
                    self.does(tab, |session| session.reads(says.clone()));
                }
            }
            if self.post.is_empty() {
                return delivered;
            }
            let (to, message) = self.post.remove(0);
            self.does(to, |session| session.receives(message));
        }
        panic!("the tabs never come to rest");
    }

    fn users(&self) -> [Option<i64>; 2] {
        [self.tabs[0].user(), self.tabs[1].user()]
    }
}

#[test]
fn both_tabs_follow_a_sign_out_and_rest() {
    let mut browser = Browser::with_both_signed_in();
    browser.logs_out(0);
    browser.does(0, Session::signs_out);
    assert_eq!((browser.comes_to_rest(&NO_SESSION), browser.users()), (2, [None, None]));
}

#[test]
fn both_tabs_follow_a_sign_in_and_rest() {
    for signs_out_first in [false, true] {
        let mut browser = Browser::with_both_signed_in();
        if signs_out_first {
            browser.logs_out(0);
            browser.does(0, |session| _ = session.login());
            browser.does(0, Session::signs_out);
        } else {
            browser.does(0, |session| _ = session.login());
        }
        browser.does(0, |session| session.signs_in(sign_in_of(GRACE)));
        browser.comes_to_rest(&session_of(GRACE));
        assert_eq!(browser.users(), [Some(2), Some(2)]);
    }
}

#[test]
fn both_tabs_follow_a_change_that_one_or_both_find_and_rest() {
    for answer in [session_of(ADA_AS_EXPERT), session_of(GRACE), NO_SESSION, DEACTIVATED] {
        for tabs in [&[1][..], &[0, 1]] {
            let mut browser = Browser::with_both_signed_in();
            for tab in tabs {
                browser.does(*tab, |session| _ = session.refresh());
                browser.does(*tab, |session| session.reads(answer.clone()));
            }
            assert_eq!(browser.comes_to_rest(&answer), tabs.len(), "{answer:?}");
            assert_eq!(browser.tabs[0].view().features, browser.tabs[1].view().features);
        }
    }
}

#[test]
fn both_tabs_expire_and_rest() {
    let mut browser = Browser { tabs: [Session::signed_in(), Session::signed_in()], post: Vec::new() };
    for tab in [0, 1] {
        browser.does(tab, |session| session.passes(24 * HOUR));
    }
    assert_eq!(browser.comes_to_rest(&NO_SESSION), 2);
    assert!(browser.tabs.iter().all(|tab| tab.reason() == Some(Reason::Expired)));
}

/// The sign-out has failed. Its tab reads the session, or is gone; a third tab's message of a change opens nothing.
#[test]
fn both_tabs_show_the_user_again_after_a_sign_out_that_failed_only_where_it_has_ended() {
    let mut browser = Browser::with_both_signed_in();
    browser.logs_out(0);
    browser.does(0, |session| session.fails_to_sign_out(network()));
    browser.post.push((1, TabMessage::Changed));
    browser.post.push((1, TabMessage::SignOutOver(ELSEWHERE)));
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, None]);
    browser.does(0, |session| _ = session.refresh());
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [Some(1), Some(1)]);

    let mut browser = Browser::with_both_signed_in();
    browser.logs_out(0);
    browser.does(0, Session::closes);
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, None]);
    browser.does(1, |session| session.passes(10 * SECOND));
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, Some(1)]);
}

/// A page with a fault may send thousands.
#[test]
fn messages_that_keep_coming_share_reads_and_the_last_of_them_is_answered_soon() {
    for message in [TabMessage::Changed, TabMessage::SignedIn] {
        let mut session = Session::that_read(session_of(ADA));
        let mut reads = 0;
        for _ in 0..3_000 {
            session.receives(message);
            reads += session.sent().len();
            session.passes(1);
            reads += session.sent().len();
        }
        assert!(reads <= 8, "{reads}");
        session.passes(1_100);
        session.reads(session_of(GRACE));
        assert_eq!(session.user(), Some(GRACE.id));
        session.passes(MINUTE);
        session.receives(message);
        session.receives(message);
        assert!(session.is_reading(), "two of them wait for nothing");
    }
}
