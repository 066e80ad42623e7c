//! Explores the large sizes, and prints a line for each; fails if a property does not hold. `--small` explores the small sizes, `--first`
//! stops at the first broken property, other words choose the sizes with one of them in their name.

use model::explore::{Search, Until, explore, never_in_any};
use model::sizes::{large, small};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (options, words): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let (browsers, search) = if options.iter().any(|option| option == "--small") {
        (small(), Search::Breadth)
    } else {
        (large(), Search::Depth)
    };
    let first = options.iter().any(|option| option == "--first");
    let until = if first { Until::FirstBroken } else { Until::End };
    let mut explorations = Vec::new();
    for browser in browsers {
        if !words.is_empty() && !words.iter().any(|word| browser.name.contains(word.as_str())) {
            continue;
        }
        let explored = explore(browser, search, until);
        println!("{explored}");
        for fault in &explored.broken {
            println!("{fault}");
        }
        let is_enough = first && !explored.broken.is_empty();
        explorations.push(explored);
        if is_enough {
            break;
        }
    }
    let states: usize = explorations.iter().map(|explored| explored.states).sum();
    let broken: usize = explorations.iter().map(|explored| explored.broken.len()).sum();
    let never = never_in_any(&explorations);
    println!("{states} states explored; {broken} properties broken; never reached: {never:?}");
    if broken == 0 && (never.is_empty() || !words.is_empty()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
