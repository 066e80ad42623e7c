//! Judges the table, the inputs of web-platform-tests, and generated ones; for more of them: `cargo run --release -p urls`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeSet;
use url::Url;
use urls::generator::Generator;
use urls::judges::module_allows;
use urls::table::Table;
use urls::trial::{Tally, Trial};
use urls::web_platform_tests;

const GENERATED: usize = 20_000;
const SEED: u64 = 1;

/// Of this many generated inputs, at least one must be allowed: the readers try only allowed ones.
const INPUTS_PER_ALLOWED: u64 = 20;

fn tally_of(inputs: impl IntoIterator<Item = String>) -> Tally {
    let table = Table::read().unwrap();
    let trial = Trial::new(&table).unwrap();
    let mut tally = Tally::default();
    for raw in inputs {
        trial.judge(&raw, &mut tally);
    }
    tally
}

#[test]
fn the_judges_reach_the_verdicts_of_the_table() {
    let table = Table::read().unwrap();
    let trial = Trial::new(&table).unwrap();
    for case in &table.cases {
        let deployment = table.deployment(case);
        let column = table.deployments.iter().position(|origin| origin == deployment).unwrap();
        let mut tally = Tally::default();
        let verdicts = trial.judge(&case.raw, &mut tally);
        assert_eq!(tally.broken, Vec::<String>::new());
        assert_eq!(verdicts[column], case.allowed, "{:?} on {deployment}", case.raw);
    }
    let verdicts: BTreeSet<bool> = table.cases.iter().map(|case| case.allowed).collect();
    assert_eq!(verdicts.len(), 2);
}

#[test]
fn the_judges_agree_on_all_of_web_platform_tests_and_no_user_is_misled() {
    let inputs = web_platform_tests::inputs().unwrap();
    assert!(inputs.len() > 800, "{} inputs", inputs.len());
    let tally = tally_of(inputs);
    assert_eq!(tally.broken, Vec::<String>::new());
    assert!(tally.let_through > 0);
    println!("urls: {} of web-platform-tests judged, {} let through", tally.judged, tally.let_through);
}

#[test]
fn the_judges_agree_on_generated_inputs_and_no_user_is_misled() {
    let table = Table::read().unwrap();
    let table_inputs = table.cases.iter().map(|case| case.raw.clone());
    let corpus: Vec<String> = table_inputs.chain(web_platform_tests::inputs().unwrap()).collect();
    let tally = tally_of(Generator::new(SEED, &table, &corpus).take(GENERATED));
    assert_eq!(tally.broken, Vec::<String>::new());
    assert!(
        tally.let_through * INPUTS_PER_ALLOWED > tally.judged,
        "{} of {}",
        tally.let_through,
        tally.judged
    );
    println!("urls: {} generated inputs judged, {} let through", tally.judged, tally.let_through);
}

/// A page may use any part of its own address as a return URL: its path, query or fragment, or all of it.
#[test]
fn the_parts_of_a_pages_own_address_are_allowed() {
    let deployment = Url::parse("https://portal.example").unwrap();
    let origins = ["https://portal.example"];
    let inputs = web_platform_tests::inputs().unwrap();
    let pages: Vec<Url> = inputs.iter().filter_map(|raw| deployment.join(raw).ok()).collect();
    let mut allowed = 0;
    for page in pages.iter().filter(|page| matches!(page.scheme(), "http" | "https")) {
        let [path, query, fragment] =
            [page.path(), page.query().unwrap_or_default(), page.fragment().unwrap_or_default()];
        // Left out: paths that a parser may read as a host. No page means them as its own address.
        let could_name_host =
            path.contains("//") || path.contains("%2F") || path.contains("%2f") || path.contains("%5C");
        let has_control_character = ["/%0", "/%1"].iter().any(|start| path.starts_with(start));
        if could_name_host || has_control_character {
            continue;
        }
        let path_query = format!("{path}?{query}");
        let whole = format!("https://portal.example{path}?{query}#{fragment}");
        for raw in [path.to_owned(), path_query, whole, format!("?{query}"), format!("#{fragment}")] {
            let plain = raw.bytes().all(|byte| byte >= b' ' && byte != b'\\');
            assert_eq!(module_allows(&raw, &deployment, &origins), plain, "{raw:?}");
            allowed += u32::from(plain);
        }
    }
    assert!(allowed > 500, "{allowed}");
}
