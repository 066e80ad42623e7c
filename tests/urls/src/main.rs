//! Judges many inputs and prints their number. Fails where the judges of the module and of the deployment disagree, or where a parser reads an
//! allowed input at an origin that is not allowed.
//!
//! ```console
//! $ cargo run --release -p urls -- --count 1000000 --seed 1   # a million generated inputs, after those of the table and of web-platform-tests
//! $ cargo run --release -p urls -- --list --count 5000        # the same as lines of JSON, for browsers: ["/x","1101011"]
//! ```
//!
//! Such a line is an input and its verdicts: a digit for each deployment of the table, `1` where that allows the input.

use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;
use urls::generator::Generator;
use urls::table::Table;
use urls::trial::{Tally, Trial};
use urls::web_platform_tests;

const DEFAULT_COUNT: u64 = 1_000_000;
/// The largest number of messages on broken inputs that are printed.
const MOST_SHOWN: usize = 20;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().collect();
    let table = Table::read().map_err(|error| error.to_string())?;
    let trial = Trial::new(&table)?;
    let from_table = table.cases.iter().map(|case| case.raw.clone());
    let corpus: Vec<String> = from_table.chain(web_platform_tests::inputs()?).collect();

    let count = number(&arguments, "--count")?.unwrap_or(DEFAULT_COUNT);
    let seed = number(&arguments, "--seed")?.unwrap_or(1);
    let list = arguments.iter().any(|argument| argument == "--list");
    let generated = Generator::new(seed, &table, &corpus).take(usize::try_from(count).unwrap_or(usize::MAX));

    let mut tally = Tally::default();
    let mut out = BufWriter::new(stdout().lock());
    for raw in corpus.iter().cloned().chain(generated) {
        let verdicts = trial.judge(&raw, &mut tally);
        if list {
            let digits: String = verdicts.iter().map(|allowed| if *allowed { '1' } else { '0' }).collect();
            let line = serde_json::to_string(&(raw, digits)).map_err(|error| error.to_string())?;
            writeln!(out, "{line}").map_err(|error| error.to_string())?;
        }
    }
    out.flush().map_err(|error| error.to_string())?;
    let Tally { judged, let_through, broken } = tally;
    for line in broken.iter().take(MOST_SHOWN) {
        eprintln!("{line}");
    }
    let summary = format!(
        "urls: {judged} judged by the module and the deployment, {let_through} let through, {} broken; seed {seed}",
        broken.len()
    );
    // With `--list`, standard output has nothing but the lines.
    if list {
        eprintln!("{summary}")
    } else {
        println!("{summary}")
    }
    Ok(broken.is_empty())
}

fn number(arguments: &[String], name: &str) -> Result<Option<u64>, String> {
    let Some(index) = arguments.iter().position(|argument| argument == name) else { return Ok(None) };
    let value = arguments.get(index + 1).ok_or(format!("{name} wants a number"))?;
    value.parse().map(Some).map_err(|_| format!("{name} wants a number, not {value}"))
}
