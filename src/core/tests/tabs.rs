//! What tabs tell each other, and that the messages between them come to an end.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NOBODY, Person, network, session_of, sign_in_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::Code;
use crate::core::{Event, Outcome, Policy, Reason, Request, TabMessage};

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

/// Whoever signed in may be the same user.
#[test]
fn a_sign_in_elsewhere_sets_the_token_aside_until_a_read_says_who_is_there() {
    for (user, keeps) in [(ADA, true), (GRACE, false)] {
        let mut session = Session::signed_in();
        session.hides();
        session.hears(TabMessage::SignedIn);
        assert!(!session.holds_token());
        assert!(session.can("chat-history"), "nobody has signed out");
        session.shows();
        session.reads(session_of(user));
        assert_eq!(session.holds_token(), keeps, "{user:?}");
    }
}

#[test]
fn a_token_that_is_set_aside_stays_so_through_a_failure_and_goes_with_the_session() {
    let mut session = Session::signed_in();
    session.hears(TabMessage::SignedIn);
    session.fails_to_read(network());
    assert!(!session.holds_token());
    session.refresh();
    session.reads(NOBODY);
    assert_eq!((session.reason(), session.holds_token()), (Some(Reason::Ended), false));
    session.refresh();
    session.reads(session_of(ADA));
    assert!(!session.holds_token());
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
fn a_role_that_changed_and_no_feature_with_it_is_told() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(session_of(Person { role: "expert", ..ADA }));
    assert_eq!(session.tells(), [TabMessage::Changed]);
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

    /// Posts the messages that a tab just sent, to the other.
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

/// The sign-out has failed, and the tab that called it has called `refresh()`: it shows its user again.
#[test]
fn both_tabs_follow_a_sign_out_that_was_given_up_and_rest() {
    let mut browser = Browser::with_both_signed_in();
    browser.tabs[0].logout();
    browser.posts_of(0);
    browser.tabs[0].fails_to_sign_out(network());
    browser.posts_of(0);
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, None]);
    browser.tabs[0].refresh();
    browser.posts_of(0);
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [Some(1), Some(1)]);
}

/// The tab that called it is gone, and its sign-out with it.
#[test]
fn a_tab_does_not_stay_closed_for_a_sign_out_of_one_that_is_gone() {
    let mut browser = Browser::with_both_signed_in();
    browser.tabs[0].logout();
    browser.posts_of(0);
    browser.tabs[0].closes();
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, None]);
    browser.tabs[1].passes(10 * SECOND);
    browser.comes_to_rest(&session_of(ADA));
    assert_eq!(browser.users(), [None, Some(1)]);
}

/// A tab that has only now been opened finds another role, and says so.
#[test]
fn a_third_tabs_word_opens_no_tab_that_closed_for_a_sign_out() {
    let mut browser = Browser::with_both_signed_in();
    browser.tabs[0].logout();
    browser.posts_of(0);
    browser.tabs[0].fails_to_sign_out(network());
    browser.comes_to_rest(&session_of(ADA));
    browser.tabs[1].hears(TabMessage::Changed);
    browser.comes_to_rest(&session_of(ADA_AS_EXPERT));
    assert_eq!(browser.users(), [None, None]);
}

#[test]
fn both_tabs_follow_a_sign_in_right_after_a_sign_out_and_rest() {
    let mut browser = Browser::with_both_signed_in();
    browser.tabs[0].logout();
    browser.posts_of(0);
    browser.tabs[0].login();
    browser.tabs[0].signs_out();
    browser.posts_of(0);
    browser.tabs[0].signs_in(sign_in_of(GRACE));
    browser.posts_of(0);
    browser.comes_to_rest(&session_of(GRACE));
    assert_eq!(browser.users(), [Some(2), Some(2)]);
}

/// Grace may have signed in through a window of a tab that told nobody. Whoever finds her tells the others.
#[test]
fn somebody_else_who_is_found_is_told_to_the_other_tabs_as_a_sign_in() {
    for before in [session_of(ADA), NOBODY] {
        let mut session = Session::that_read(before);
        session.refresh();
        session.reads(session_of(GRACE));
        assert_eq!(session.tells(), [TabMessage::SignedIn]);
    }
}

/// Nobody is shown on the way back from the cache; the tabs that show Ada are still to hear of Grace.
#[test]
fn somebody_else_who_is_found_on_a_return_is_told_to_the_other_tabs_too() {
    for (found, tells) in [(session_of(GRACE), vec![TabMessage::SignedIn]), (session_of(ADA), vec![])] {
        let mut session = Session::that_read(session_of(ADA));
        session.is_cached();
        session.is_restored();
        session.reads(found);
        assert_eq!(session.tells(), tells);
    }
}

#[test]
fn a_hidden_page_whose_request_made_it_read_has_no_news_for_the_tab_that_told_it() {
    let mut session = Session::signed_in();
    session.hides();
    session.hears(TabMessage::SignedIn);
    session.fetch();
    session.reads(session_of(GRACE));
    assert_eq!(session.tells(), [], "it is news to nobody");
}
