//! One exploration: visits every state within the bounds, and reports what it found.

use super::browser::{Browser, System};
use super::properties::{COMES_TO_REST, LOOKS_ONCE, RULES_HOLD};
use platform_session::core::View;
use stateright::{Checker, CheckerBuilder, Expectation, HasDiscoveries, Model, Path};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::thread;
use std::time::{Duration, Instant};
use witness::Action;
use witness::wire::Message;

const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// A large exploration takes long, so it prints its progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// The result of an exploration.
pub struct Explored {
    pub browser: Browser,
    /// How many different states were visited.
    pub states: usize,
    pub transitions: usize,
    /// The length of the longest path, in actions.
    pub depth: usize,
    pub took: Duration,
    /// Each property that does not hold, with a path to a state that breaks it.
    pub broken: Vec<String>,
    /// The states that should be reachable and were not reached.
    pub never: BTreeSet<&'static str>,
}

/// The order of the exploration. It does not change which states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Finds the shortest path to a broken property.
    Breadth,
    /// Needs little memory.
    Depth,
}

/// When the exploration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Once every state was visited.
    End,
    /// At the first broken property. The counts are then of no use.
    FirstBroken,
}

/// Explores a browser in every order of events.
pub fn explore(browser: Browser, search: Search, until: Until) -> Explored {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let finish = match until {
        Until::End => HasDiscoveries::All,
        Until::FirstBroken => HasDiscoveries::AnyFailures,
    };
    let builder = browser.checker().threads(threads).finish_when(finish);
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
    let mut reported = began;
    while !checker.is_done() {
        thread::sleep(POLL_INTERVAL);
        if reported.elapsed() > PROGRESS_INTERVAL {
            reported = Instant::now();
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
            (_, Some(path)) => broken.push(describe_path(browser, property.name, path)),
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

/// Returns the states that none of several explorations reached.
pub fn never_in_any(explorations: &[Explored]) -> BTreeSet<&'static str> {
    let all = explorations.iter().map(|explored| explored.never.clone());
    all.reduce(|some, others| &some & &others).unwrap_or_default()
}

/// The path to the first state that breaks a property, as text.
fn describe_path(browser: Browser, property: &str, path: Path<System, Action>) -> String {
    let mut text = format!("broken: {property}\n");
    let holds = browser.properties().into_iter().find(|each| each.name == property);
    let mut last = path.last_state().clone();
    for (system, action) in path.into_vec() {
        if holds.as_ref().is_some_and(|holds| !(holds.condition)(&browser, &system)) {
            last = system;
            break;
        }
        let next = action.map_or_else(String::new, |action| describe(&system, action));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {}\n  {next}", sketch(&system));
    }
    let _ = writeln!(text, "    {}", sketch(&last));
    if property == RULES_HOLD {
        let _ = writeln!(text, "  which is broken: {:?}", last.world.broken());
    }
    if [COMES_TO_REST, LOOKS_ONCE].contains(&property) {
        let _ = writeln!(text, "  from here: {:?}", last.world.check_rest());
    }
    text
}

/// An action as text, with the request or message that it concerns in this state.
fn describe(system: &System, action: Action) -> String {
    let at = |place: u8| match system.world.wire.get(usize::from(place)) {
        Some(Message::Exchange(exchange)) => {
            let given_up = if exchange.given_up { ", given up" } else { "" };
            format!("{:?} of tab {} {:?}{given_up}", exchange.kind, exchange.tab.0, exchange.judged)
        }
        Some(Message::Word { to, word, .. }) => format!("{word:?} to tab {}", to.0),
        None => String::new(),
    };
    match action {
        Action::Arrives(place) => format!("arrives: {}", at(place)),
        Action::Lost(place) => format!("is lost: {}", at(place)),
        Action::BreaksOff(place) => format!("breaks off: {}", at(place)),
        other => format!("{other:?}"),
    }
}

/// What each tab shows, as text.
fn sketch(system: &System) -> String {
    let describe_view = |view: &View| {
        let user = view.user.as_ref().map(|user| (user.id, user.role.number()));
        let stale = if view.stale { ", stale" } else { "" };
        format!("{:?}{stale} {user:?} {:?}", view.status, view.reason)
    };
    let tabs: Vec<_> = system.world.pages.iter().map(|page| describe_view(page.view())).collect();
    tabs.join(" | ")
}

impl fmt::Display for Explored {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Browser { name, bounds, .. } = self.browser;
        write!(
            formatter,
            "{} states, {} transitions, {} actions deep, {:.1} s: {name}, {} turns, {} lost, {} spans",
            self.states,
            self.transitions,
            self.depth,
            self.took.as_secs_f64(),
            bounds.turns,
            bounds.losses,
            bounds.passes,
        )
    }
}
