//! One exploration: every state within the bounds, and what was found.

use super::action::Action;
use super::browser::{Bounds, Browser, Start};
use super::system::System;
use stateright::{Checker, CheckerBuilder, Expectation, Model, Path};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Quick enough for every run of the tests.
pub const SMALL: [Browser; 8] = both_kinds([
    (Start::Fresh, within(1, 1, 0)),
    (Start::Fresh, within(2, 0, 0)),
    (Start::SignedIn, within(1, 1, 1)),
    (Start::SignedIn, within(2, 1, 0)),
]);

/// Half an hour on two cores. With a loss beside the day slept through, no end was in sight after 44 million states.
pub const LARGE: [Browser; 8] = both_kinds([
    (Start::SignedIn, within(2, 0, 1)),
    (Start::SignedIn, within(2, 2, 0)),
    (Start::Fresh, within(2, 1, 0)),
    (Start::SignedIn, within(3, 0, 0)),
]);

const LOOKS_EVERY: Duration = Duration::from_millis(20);
/// A large exploration takes long: how far it is, it says in between.
const TELLS_EVERY: Duration = Duration::from_secs(30);

const fn within(turns: u8, losses: u8, days: u8) -> Bounds {
    Bounds { turns, losses, days, in_flight: 5 }
}

const fn both_kinds([first, second, third, fourth]: [(Start, Bounds); 4]) -> [Browser; 8] {
    const fn browser((start, bounds): (Start, Bounds), keeps_cookies: bool) -> Browser {
        Browser { start, bounds, keeps_cookies }
    }
    [
        browser(first, true),
        browser(first, false),
        browser(second, true),
        browser(second, false),
        browser(third, true),
        browser(third, false),
        browser(fourth, true),
        browser(fourth, false),
    ]
}

/// What came of an exploration.
pub struct Explored {
    pub browser: Browser,
    /// Different ones.
    pub states: usize,
    pub transitions: usize,
    /// The longest way to a state, in actions.
    pub depth: usize,
    pub took: Duration,
    /// Each property that does not hold, with a way there.
    pub broken: Vec<String>,
    /// What should be possible, and was not.
    pub never: BTreeSet<&'static str>,
}

/// In which order to explore. What is found is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Finds the shortest way to a broken property.
    Breadth,
    /// In little memory.
    Depth,
}

/// Explores every order of events; returns once there is no other state.
pub fn explore(browser: Browser, search: Search) -> Explored {
    let builder = browser.checker().threads(thread::available_parallelism().map_or(1, usize::from));
    match search {
        Search::Breadth => report(browser, builder, CheckerBuilder::spawn_bfs),
        Search::Depth => report(browser, builder, CheckerBuilder::spawn_dfs),
    }
}

fn report<C: Checker<Browser>>(
    browser: Browser,
    builder: CheckerBuilder<Browser>,
    spawn: impl FnOnce(CheckerBuilder<Browser>) -> C,
) -> Explored {
    let began = Instant::now();
    let checker = spawn(builder);
    let mut told = began;
    while !checker.is_done() {
        thread::sleep(LOOKS_EVERY);
        if told.elapsed() > TELLS_EVERY {
            told = Instant::now();
            println!("  … {} s  {} states", began.elapsed().as_secs(), checker.unique_state_count());
        }
    }
    let checker = checker.join();
    let mut broken = Vec::new();
    let mut never = BTreeSet::new();
    for property in browser.properties() {
        match (property.expectation, checker.discovery(property.name)) {
            (Expectation::Sometimes, None) => _ = never.insert(property.name),
            (Expectation::Sometimes, Some(_)) | (_, None) => {}
            (_, Some(path)) => broken.push(tell(property.name, path)),
        }
    }
    Explored {
        browser,
        states: checker.unique_state_count(),
        transitions: checker.state_count(),
        depth: checker.max_depth(),
        took: began.elapsed(),
        broken,
        never,
    }
}

/// What none of several explorations came to.
pub fn never_in_any(explorations: &[Explored]) -> BTreeSet<&'static str> {
    let all = explorations.iter().map(|explored| explored.never.clone());
    all.reduce(|some, others| &some & &others).unwrap_or_default()
}

fn tell(property: &str, path: Path<System, Action>) -> String {
    let mut told = format!("broken: {property}\n");
    for (system, action) in path.into_vec() {
        let next = action.map_or_else(String::new, |action| system.describe(action));
        // Writing to a string cannot fail.
        let _ = writeln!(told, "    {}\n  {next}", system.sketch());
    }
    told
}

impl fmt::Display for Explored {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Browser { start, bounds, keeps_cookies } = self.browser;
        let start = match start {
            Start::Fresh => "two fresh pages",
            Start::SignedIn => "one signed-in page and another",
        };
        let cookies = if keeps_cookies { "kept" } else { "refused" };
        write!(
            formatter,
            "{} states, {} transitions, {} actions deep, {:.1} s: {start}, cookies {cookies}, {} turns, {} lost, {} days",
            self.states,
            self.transitions,
            self.depth,
            self.took.as_secs_f64(),
            bounds.turns,
            bounds.losses,
            bounds.days,
        )
    }
}
