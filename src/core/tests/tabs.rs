//! What tabs tell each other, and that they come to rest.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NOBODY, network, session_of, sign_in_of};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Outcome, Policy, Reason, Request, Status, TabMessage};

#[test]
fn a_sign_in_elsewhere_is_read_at_once_by_a_visible_tab() {
    let mut session = Session::started();
    session.reads(NOBODY);
    session.hears(TabMessage::SignedIn);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1));
    assert_eq!(session.tells(), [], "it is news to nobody");
}

#[test]
fn a_hidden_tab_reads_once_it_is_seen() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    for message in [TabMessage::SignedIn, TabMessage::SignedOut, TabMessage::Changed] {
        let mut session = Session::with_that_read(policy, session_of(ADA));
        session.hides();
        session.hears(message);
        session.passes(HOUR);
        assert!(!session.is_reading(), "{message:?}");
        session.shows();
        assert!(session.is_reading(), "{message:?}");
    }
}

#[test]
fn a_sign_in_elsewhere_drops_the_token_held_here() {
    let mut session = Session::signed_in();
    session.hides();
    session.hears(TabMessage::SignedIn);
    assert!(!session.holds_token());
    assert!(session.can("chat-history"), "whoever signed in, it may be the same");
}

#[test]
fn a_sign_out_elsewhere_closes_the_gates_at_once_and_drops_the_token() {
    let mut session = Session::signed_in();
    session.hides();
    session.hears(TabMessage::SignedOut);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history"));
    assert!(!session.holds_token());
    assert_eq!(session.tells(), [], "no message is passed on");
}

/// The deployment may not have been told yet.
#[test]
fn a_read_that_overtakes_the_sign_out_elsewhere_opens_nothing() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.passes(5 * SECOND);
    session.reads(session_of(ADA));
    assert!(!session.can("chat-history"));
    session.hears(TabMessage::Changed);
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::SignedOut));
    session.passes(MINUTE);
    session.gets_focus();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1), "signed in again since");
}

#[test]
fn a_sign_in_after_a_sign_out_elsewhere_is_shown() {
    for user in [ADA, GRACE] {
        let mut session = Session::that_read(session_of(ADA));
        session.hears(TabMessage::SignedOut);
        session.hears(TabMessage::SignedIn);
        session.reads(session_of(user));
        assert_eq!(session.user(), Some(user.id));
    }
}

/// Promise 2: it was asked in an older epoch, though this tab did not know yet.
#[test]
fn a_sign_in_elsewhere_gives_up_a_read_and_its_callers_get_the_next() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.hears(TabMessage::SignedIn);
    assert_eq!((session.given_up(), session.sent()), (&[read][..], vec![Request::Session]));
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn a_sign_out_elsewhere_gives_up_a_read_and_its_callers_get_the_next() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.hears(TabMessage::SignedOut);
    assert_eq!(session.given_up(), [read]);
    session.reads(NOBODY);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

#[test]
fn a_change_that_this_tab_finds_is_told() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(session_of(ADA_AS_EXPERT));
    assert_eq!(session.tells(), [TabMessage::Changed]);
    session.refresh();
    session.reads(NOBODY);
    assert_eq!(session.tells(), [TabMessage::Changed]);
    session.refresh();
    session.reads(NOBODY);
    assert_eq!(session.tells(), []);
}

#[test]
fn what_a_page_finds_on_loading_is_no_change() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    assert_eq!(session.tells(), []);
}

#[test]
fn a_failure_is_told_to_nobody() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.fails_to_read(network());
    assert_eq!(session.tells(), []);
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

    /// Posts what a tab just told, to the other.
    fn posts_of(&mut self, tab: usize) {
        let told = self.tabs[tab].tells();
        self.post.extend(told.into_iter().map(|message| (1 - tab, message)));
    }

    /// Delivers and answers until both are at rest; how many messages it took.
    fn comes_to_rest(&mut self, says: &crate::api::SessionAnswer) -> usize {
        for delivered in 0..20 {
            for tab in [0, 1] {
                while self.tabs[tab].is_reading() {
                    self.tabs[tab].reads(says.clone());
                    self.posts_of(tab);
                }
            }
            if self.post.is_empty() {
                return delivered;
            }
            let (to, message) = self.post.remove(0);
            self.tabs[to].hears(message);
            self.posts_of(to);
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
    browser.tabs[0].logout();
    browser.posts_of(0);
    browser.tabs[0].signs_out();
    browser.posts_of(0);
    assert_eq!(browser.comes_to_rest(&NOBODY), 2);
    assert_eq!(browser.users(), [None, None]);
}

#[test]
fn both_tabs_follow_a_sign_in_and_rest() {
    let mut browser = Browser::with_both_signed_in();
    browser.tabs[0].login();
    browser.tabs[0].signs_in(sign_in_of(GRACE));
    browser.posts_of(0);
    assert_eq!(browser.comes_to_rest(&session_of(GRACE)), 1);
    assert_eq!(browser.users(), [Some(2), Some(2)]);
}

#[test]
fn both_tabs_follow_a_change_and_rest() {
    for answer in [session_of(ADA_AS_EXPERT), session_of(GRACE), NOBODY, super::answers::DEACTIVATED] {
        let mut browser = Browser::with_both_signed_in();
        browser.tabs[1].refresh();
        browser.tabs[1].reads(answer.clone());
        browser.posts_of(1);
        assert_eq!(browser.comes_to_rest(&answer), 1, "{answer:?}");
        assert_eq!(browser.tabs[0].view().features, browser.tabs[1].view().features);
    }
}

#[test]
fn both_tabs_find_a_change_at_once_and_rest() {
    let mut browser = Browser::with_both_signed_in();
    for tab in [0, 1] {
        browser.tabs[tab].refresh();
        browser.tabs[tab].reads(session_of(GRACE));
        browser.posts_of(tab);
    }
    assert_eq!(browser.comes_to_rest(&session_of(GRACE)), 2);
}

#[test]
fn both_tabs_expire_and_rest() {
    let mut browser = Browser { tabs: [Session::signed_in(), Session::signed_in()], post: Vec::new() };
    for tab in [0, 1] {
        browser.tabs[tab].passes(24 * HOUR);
        browser.posts_of(tab);
    }
    assert_eq!(browser.comes_to_rest(&NOBODY), 2);
    for tab in browser.tabs {
        assert_eq!(tab.reason(), Some(Reason::Expired));
    }
}

/// Promise 1: a page that was hidden through a sign-out elsewhere and the sign-in after it shows who is there.
#[test]
fn a_sign_out_elsewhere_that_is_over_hides_nobody() {
    let mut session = Session::that_read(session_of(ADA));
    session.hides();
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::Changed);
    assert_eq!(session.user(), None);
    session.passes(MINUTE);
    session.shows();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1), "signed in again since, by single sign-on");
}

/// Messages can be long on their way: a sign-in of before does not undo the sign-out that is being told.
#[test]
fn a_late_word_of_a_sign_in_does_not_undo_a_sign_out_under_way() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.hears(TabMessage::SignedIn);
    session.fails_to_sign_out(network());
    session.passes(MINUTE);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}

#[test]
fn a_sign_out_called_here_stays_one_whatever_other_tabs_say() {
    let mut session = Session::that_failed_to_sign_out();
    session.shows();
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::Changed);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), None);
}
