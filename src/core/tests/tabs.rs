//! What tabs tell each other, and that the messages between them come to an end.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NOBODY, Person, network, session_of, sign_in_of};
use super::harness::{HOUR, SECOND, Session};
use crate::api::Code;
use crate::core::{Event, Outcome, Policy, Reason, Request, TabMessage};

#[test]
fn a_sign_in_and_a_sign_out_on_this_page_tell_the_other_tabs() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.tells(), [TabMessage::SignedIn]);
    session.logout();
    assert_eq!(session.tells(), [TabMessage::SignedOut], "before the deployment has answered");
}

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
    for message in TabMessage::ALL {
        let mut session = Session::with_that_read(policy, session_of(ADA));
        session.hides();
        session.hears(message);
        session.passes(HOUR);
        assert!(!session.is_reading(), "{message:?}");
        session.shows();
        assert!(session.is_reading(), "{message:?}");
    }
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

/// Autosaved, perhaps: sent now, it would change something for the user who has signed in.
#[test]
fn what_is_asked_for_after_a_sign_in_elsewhere_waits_until_it_is_known_whose_it_is() {
    for (user, is_sent) in [(ADA, true), (GRACE, false)] {
        let mut session = Session::signed_in();
        session.hides();
        session.hears(TabMessage::SignedIn);
        let fetch = session.fetch();
        assert_eq!(session.sent(), [Request::Session], "though nobody looks");
        session.reads(session_of(user));
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_some(), is_sent);
        assert_eq!(session.outcome(fetch), Some(Err(Code::Superseded)).filter(|_| !is_sent));
    }
    let mut session = Session::signed_in();
    session.hears(TabMessage::SignedIn);
    let fetch = session.fetch();
    session.fails_to_read(network());
    assert_eq!(session.outcome(fetch), Some(Err(Code::Superseded)), "nobody could tell");
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
fn a_change_elsewhere_gives_up_no_read() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    session.hears(TabMessage::Changed);
    assert_eq!(session.given_up(), []);
    session.reads(session_of(ADA));
    assert_eq!(
        (session.outcome(refresh), session.sent()),
        (Some(Ok(Outcome::Published)), vec![Request::Session])
    );
}

/// It was asked in an older epoch, though this tab did not know yet.
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

/// The deployment may sign somebody in all the same, and nobody here hears of it.
#[test]
fn a_sign_in_under_way_as_the_page_goes_or_the_session_is_closed_is_told_to_the_other_tabs() {
    let ways: [fn(&mut Session); 3] = [
        |session| session.happens(Event::Unloading),
        |session| session.happens(Event::Leaving),
        Session::closes,
    ];
    for goes in ways {
        let mut session = Session::that_read(NOBODY);
        session.login();
        goes(&mut session);
        assert_eq!(session.tells(), [TabMessage::Changed], "and not `signed-in`, which gives up sign-outs");
    }
}
