//! What is written down, what web-platform-tests hold, and what is generated; the large size: `cargo run --release -p urls`.

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

/// At least one in so many generated inputs must be let through: where nothing is, nothing is tried.
const ONE_IN: u64 = 20;

fn tried(inputs: impl IntoIterator<Item = String>) -> Tally {
    let table = Table::read().unwrap();
    let trial = Trial::new(&table).unwrap();
    let mut tally = Tally::default();
    for raw in inputs {
        trial.judge(&raw, &mut tally);
    }
    tally
}

#[test]
fn the_judges_say_what_is_written_down() {
    let table = Table::read().unwrap();
    let trial = Trial::new(&table).unwrap();
    for case in &table.cases {
        let deployment = table.deployment(case);
        let place = table.deployments.iter().position(|origin| origin == deployment).unwrap();
        let mut tally = Tally::default();
        let verdicts = trial.judge(&case.raw, &mut tally);
        assert_eq!(tally.broken, Vec::<String>::new());
        assert_eq!(verdicts[place], case.allowed, "{:?} on {deployment}", case.raw);
    }
    let verdicts: BTreeSet<bool> = table.cases.iter().map(|case| case.allowed).collect();
    assert_eq!(verdicts.len(), 2);
}

#[test]
fn the_judges_agree_on_all_of_web_platform_tests_and_no_user_is_misled() {
    let inputs = web_platform_tests::inputs().unwrap();
    assert!(inputs.len() > 800, "{} inputs", inputs.len());
    let tally = tried(inputs);
    assert_eq!(tally.broken, Vec::<String>::new());
    assert!(tally.let_through > 0);
    println!("urls: {} of web-platform-tests judged, {} let through", tally.judged, tally.let_through);
}

#[test]
fn the_judges_agree_on_what_is_generated_and_no_user_is_misled() {
    let table = Table::read().unwrap();
    let written = table.cases.iter().map(|case| case.raw.clone());
    let corpus: Vec<String> = written.chain(web_platform_tests::inputs().unwrap()).collect();
    let tally = tried(Generator::new(SEED, &table, &corpus).take(GENERATED));
    assert_eq!(tally.broken, Vec::<String>::new());
    assert!(tally.let_through * ONE_IN > tally.judged, "{} of {}", tally.let_through, tally.judged);
    println!("urls: {} generated ones judged, {} let through", tally.judged, tally.let_through);
}

/// Whatever is left out of a browser's address, its own path, query and fragment are honest return URLs.
#[test]
fn what_a_page_says_of_its_own_address_is_let_through() {
    let deployment = Url::parse("https://portal.example").unwrap();
    let origins = ["https://portal.example"];
    let inputs = web_platform_tests::inputs().unwrap();
    let pages: Vec<Url> = inputs.iter().filter_map(|raw| deployment.join(raw).ok()).collect();
    let mut honest = 0;
    for page in pages.iter().filter(|page| matches!(page.scheme(), "http" | "https")) {
        let [path, query, fragment] =
            [page.path(), page.query().unwrap_or_default(), page.fragment().unwrap_or_default()];
        // No page means these: they are the ones that could name a host.
        let hostile =
            path.contains("//") || path.contains("%2F") || path.contains("%2f") || path.contains("%5C");
        let control = ["/%0", "/%1"].iter().any(|start| path.starts_with(start));
        if hostile || control {
            continue;
        }
        let path_query = format!("{path}?{query}");
        let whole = format!("https://portal.example{path}?{query}#{fragment}");
        for raw in [path.to_owned(), path_query, whole, format!("?{query}"), format!("#{fragment}")] {
            let plain = raw.bytes().all(|byte| byte >= b' ' && byte != b'\\');
            assert_eq!(module_allows(&raw, &deployment, &origins), plain, "{raw:?}");
            honest += u32::from(plain);
        }
    }
    assert!(honest > 500, "{honest}");
}
