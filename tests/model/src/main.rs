//! Explores the large sizes, one line each; fails where a property does not hold. `--small`: the small ones.

use model::explore::{LARGE, SMALL, Search, explore, never_in_any};
use std::process::ExitCode;

fn main() -> ExitCode {
    let small = std::env::args().any(|argument| argument == "--small");
    let mut explorations = Vec::new();
    let (browsers, search) = if small { (SMALL, Search::Breadth) } else { (LARGE, Search::Depth) };
    for browser in browsers {
        let explored = explore(browser, search);
        println!("{explored}");
        for fault in &explored.broken {
            println!("{fault}");
        }
        explorations.push(explored);
    }
    let states: usize = explorations.iter().map(|explored| explored.states).sum();
    let broken: usize = explorations.iter().map(|explored| explored.broken.len()).sum();
    let never = never_in_any(&explorations);
    println!("{states} states explored; {broken} properties broken; never reached: {never:?}");
    if broken == 0 && never.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
