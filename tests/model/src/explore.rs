//! One exploration: every state within the bounds, and what was found.

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

const LOOKS_EVERY: Duration = Duration::from_millis(20);
/// A large exploration takes long: how far it is, it says in between.
const TELLS_EVERY: Duration = Duration::from_secs(30);

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

/// The order in which to explore. What is found is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Finds the shortest way to a broken property.
    Breadth,
    /// Needs little memory.
    Depth,
}

/// Until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until there is no other state.
    End,
    /// Explores until something is broken, and does not tell then how much there is that is fine.
    FirstBroken,
}

/// Explores every order of events.
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
            (_, Some(path)) => broken.push(tell(browser, property.name, path)),
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

fn tell(browser: Browser, property: &str, path: Path<System, Action>) -> String {
    let mut told = format!("broken: {property}\n");
    let holds = browser.properties().into_iter().find(|each| each.name == property);
    let mut last = path.last_state().clone();
    for (system, action) in path.into_vec() {
        if holds.as_ref().is_some_and(|holds| !(holds.condition)(&browser, &system)) {
            last = system;
            break;
        }
        let next = action.map_or_else(String::new, |action| describe(&system, action));
        // Writing to a string cannot fail.
        let _ = writeln!(told, "    {}\n  {next}", sketch(&system));
    }
    let _ = writeln!(told, "    {}", sketch(&last));
    if property == RULES_HOLD {
        let _ = writeln!(told, "  which is broken: {:?}", last.world.broken());
    }
    if [COMES_TO_REST, LOOKS_ONCE].contains(&property) {
        let _ = writeln!(told, "  from here: {:?}", last.world.comes_to_rest());
    }
    told
}

/// An action as it stands in this state.
fn describe(system: &System, action: Action) -> String {
    let at = |place: u8| match system.world.wire.get(usize::from(place)) {
        Some(Message::Exchange(exchange)) => {
            let given_up = if exchange.given_up { ", given up" } else { "" };
            format!("{:?} of tab {} {:?}{given_up}", exchange.asks, exchange.tab.0, exchange.judged)
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

/// How the tabs stand.
fn sketch(system: &System) -> String {
    let stands = |view: &View| {
        let user = view.user.as_ref().map(|user| (user.id, user.role.number()));
        let stale = if view.stale { ", stale" } else { "" };
        format!("{:?}{stale} {user:?} {:?}", view.status, view.reason)
    };
    let tabs: Vec<_> = system.world.pages.iter().map(|page| stands(page.view())).collect();
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
