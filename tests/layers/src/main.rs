//! Checks the layers of the core's rules. The rules are methods of one type, in the files of `src/core/rules`, so the compiler lets each rule
//! call every other. Here, a rule may call only the rules above it in the list of `mod.rs`, so that calls form no circle.
//!
//! `cargo run -p layers` prints a table of the calls; the exit status is 1 if a rule calls one below it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprMethodCall, ExprPath, ImplItemFn, ItemMod};

/// The source of each rule, by its name.
type Sources = BTreeMap<String, String>;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/core/rules");
    let outcome = read(&folder).map_err(|error| error.to_string()).and_then(|sources| table_of(&sources));
    match outcome {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn read(folder: &Path) -> io::Result<Sources> {
    let mut sources = Sources::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_stem() {
            sources.insert(name.to_string_lossy().into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(sources)
}

/// Returns a table of each rule with the rules that it calls, in the order of the list; or an error text.
fn table_of(sources: &Sources) -> Result<String, String> {
    let mut files = BTreeMap::new();
    for (name, source) in sources {
        let file = syn::parse_file(source).map_err(|error| format!("{name}.rs: {error}"))?;
        files.insert(name.as_str(), file);
    }
    let list = files.remove("mod").ok_or("there is no mod.rs")?;
    let order = order_of(&list.attrs);
    let named: BTreeSet<&str> = order.iter().map(String::as_str).collect();
    let existing: BTreeSet<&str> = files.keys().copied().collect();
    if named != existing || named.len() != order.len() {
        return Err(format!("the list of mod.rs must name each rule once: {:?}", &named ^ &existing));
    }

    let mut owners = BTreeMap::new();
    let mut calls = BTreeMap::new();
    for (name, file) in &files {
        let mut found = Found::default();
        found.visit_file(file);
        for method in &found.methods {
            if let Some(other) = owners.insert(method.clone(), *name) {
                return Err(format!("{method} is a method of {other} and of {name}"));
            }
        }
        calls.insert(*name, found.calls);
    }

    let (mut table, mut above, mut wrong) = (String::new(), BTreeSet::new(), String::new());
    for rule in &order {
        let mut called = BTreeSet::new();
        for method in calls.get(rule.as_str()).into_iter().flatten() {
            match owners.get(method) {
                Some(owner) if owner != rule => {
                    called.insert(*owner);
                    if !above.contains(owner) {
                        wrong += &format!("{rule} calls {method} of {owner}, which stands below it\n");
                    }
                }
                _ => {}
            }
        }
        let called: Vec<&str> =
            order.iter().map(String::as_str).filter(|name| called.contains(name)).collect();
        table += &format!("{rule:15} {}\n", called.join(", "));
        above.insert(rule.as_str());
    }
    if wrong.is_empty() { Ok(table) } else { Err(wrong) }
}

/// Returns the names of the rules in the list of lines in the form "//! - [`sign_in`] and [`sign_out`]".
fn order_of(attributes: &[Attribute]) -> Vec<String> {
    let lines =
        attributes.iter().filter_map(|attribute| match &attribute.meta.require_name_value().ok()?.value {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        });
    lines
        .filter(|line| line.starts_with(" - "))
        .flat_map(|line| {
            let parts: Vec<String> = line.split("[`").skip(1).map(str::to_owned).collect();
            parts.into_iter().filter_map(|part| part.split_once("`]").map(|(name, _)| name.to_owned()))
        })
        .collect()
}

/// The methods of one rule, and the methods that it calls on `self` or a variable, or names as `Self::…`.
#[derive(Default)]
struct Found {
    methods: BTreeSet<String>,
    calls: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
        self.methods.insert(method.sig.ident.to_string());
        visit::visit_impl_item_fn(self, method);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        // A variable may hold the transition, too.
        if matches!(&*call.receiver, Expr::Path(receiver) if receiver.path.get_ident().is_some()) {
            self.calls.insert(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let mut segments = path.path.segments.iter();
        if segments.next().is_some_and(|first| first.ident == "Self" || first.ident == "Transition")
            && let Some(method) = segments.next()
        {
            self.calls.insert(method.ident.to_string());
        }
    }

    // Test modules may use every rule.
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str =
        "//! - [`low`]: first.\n//! - [`middle`] and [`high`].\nmod high;\nmod low;\nmod middle;";

    fn judged(low: &str, high: &str) -> Result<String, String> {
        let rule = |body: &str| format!("impl Transition<'_> {{ {body} }}");
        let sources = [
            ("mod", LIST.to_owned()),
            ("low", rule(low)),
            ("middle", rule("fn begin(&mut self) { self.state.end(); }")),
            ("high", rule(high)),
        ];
        table_of(&sources.map(|(name, source)| (name.to_owned(), source)).into())
    }

    #[test]
    fn a_rule_may_call_the_rules_above_it() {
        let table =
            judged("fn end(&mut self) {}", "fn answered(&mut self) { self.begin(); self.each(Self::end); }");
        assert_eq!(table.as_deref(), Ok("low             \nmiddle          \nhigh            low, middle\n"));
    }

    #[test]
    fn a_call_to_a_rule_below_is_found_in_every_form() {
        for call in
            ["if self.is_set() { self.begin(); }", "self.each(Self::begin)", "self.each(|rule| rule.begin())"]
        {
            let found = judged(&format!("fn end(&mut self) {{ {call} }}"), "");
            let expected = "low calls begin of middle, which stands below it\n".to_owned();
            assert_eq!(found, Err(expected), "{call}");
        }
    }

    #[test]
    fn a_rule_missing_from_the_list_and_a_method_of_two_rules_are_errors() {
        let lacking = [("mod", "//! - [`low`]."), ("low", ""), ("other", "")];
        let of = |sources: [(&str, &str); 3]| {
            table_of(&sources.map(|(name, source)| (name.into(), source.into())).into())
        };
        assert!(of(lacking).is_err_and(|what| what.contains("other")));
        assert!(judged("fn end(&self) {}", "fn end(&self) {}").is_err_and(|what| what.contains("end")));
    }
}
