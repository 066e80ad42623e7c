//! What tabs tell each other, and that the messages between them come to an end.

use super::answers::{ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NOBODY, Person, network, session_of};
use super::harness::Session;
use crate::core::TabMessage;

#[test]
fn a_change_that_a_tab_finds_is_told() {
    let changed = vec![TabMessage::Changed];
    for (before, found, tells) in [
        (session_of(ADA), session_of(ADA), vec![]),
        (session_of(ADA), session_of(ADA_AS_EXPERT), changed.clone()),
        (session_of(ADA), session_of(Person { role: "expert", ..ADA }), changed.clone()),
        (session_of(ADA), NOBODY, changed.clone()),
        (session_of(ADA), DEACTIVATED, changed.clone()),
        (session_of(ADA), session_of(GRACE), changed.clone()),
        (NOBODY, session_of(GRACE), changed),
        (NOBODY, NOBODY, vec![]),
    ] {
        let mut session = Session::that_read(before);
        session.gets_focus();
        session.reads(found);
        assert_eq!(session.tells(), tells);
    }
    let mut session = Session::signed_in();
    session.logout();
    session.signs_out();
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.tells(), [TabMessage::Changed]);
}

#[test]
fn what_a_page_finds_on_loading_and_what_fails_are_told_to_nobody() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    assert_eq!(session.tells(), []);
    session.refresh();
    session.fails_to_read(network());
    assert_eq!(session.tells(), []);
}

/// Nobody is shown on the way back from the cache; the tabs that show Ada are still to hear of Grace.
#[test]
fn somebody_else_who_is_found_on_a_return_is_told_to_the_other_tabs_too() {
    for (found, tells) in [(session_of(GRACE), vec![TabMessage::Changed]), (session_of(ADA), vec![])] {
        let mut session = Session::that_read(session_of(ADA));
        session.is_cached();
        session.is_restored();
        session.reads(found);
        assert_eq!(session.tells(), tells);
    }
}

/// It speaks at the call and at the end, and the other tab says nothing of it.
#[test]
fn both_tabs_follow_a_sign_out_and_rest() {
    let [mut one, mut other] = [Session::signed_in(), Session::that_read(session_of(ADA))];
    let acts: [fn(&mut Session); 2] = [|session| _ = session.logout(), Session::signs_out];
    for acts in acts {
        acts(&mut one);
        let [told] = one.tells().try_into().unwrap();
        other.hears(told);
        assert_eq!((one.user(), other.user(), other.tells()), (None, None, vec![]));
    }
    other.reads(NOBODY);
    assert_eq!((other.tells(), other.in_flight()), (vec![], &[][..]));
}
