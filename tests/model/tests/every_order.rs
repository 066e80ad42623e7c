//! Every order within the small bounds; the large ones: `npm run bench -- model`.

use model::explore::{Search, Until, explore, never_in_any};
use model::sizes::small;
use std::collections::BTreeSet;

#[test]
fn every_promise_holds_in_every_order_and_every_state_is_reached() {
    let explorations: Vec<_> =
        small().into_iter().map(|browser| explore(browser, Search::Breadth, Until::End)).collect();
    for explored in &explorations {
        println!("model: {explored}");
        assert_eq!(explored.broken, Vec::<String>::new(), "{explored}");
    }
    assert_eq!(never_in_any(&explorations), BTreeSet::new());
    let states: usize = explorations.iter().map(|explored| explored.states).sum();
    println!("model: {states} states explored");
}
