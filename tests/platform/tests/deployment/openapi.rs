//! `openapi.json` describes exactly the existing routes, and the errors of `identity-api.md` 7. The contract test (`npm run bench -- contract`)
//! compares the answers with it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// The described operations, each as `get /path`.
fn described() -> BTreeSet<String> {
    let paths = description()["paths"].as_object().unwrap().clone();
    let operations = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().keys().filter(|key| METHODS.contains(&key.as_str()));
        methods.map(move |method| format!("{method} {path}"))
    });
    operations.collect()
}

/// The operations of the routers, read from their source because axum does not list them.
fn routed() -> BTreeSet<String> {
    let mut routes = BTreeSet::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http")).unwrap() {
        let source = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for call in source.split(".route(").skip(1) {
            let text: String = call.split_whitespace().collect();
            let Some(text) = text.strip_prefix('"') else {
                // Clients do not call the provider's callback (`identity-api.md` 4.6).
                assert!(text.starts_with("CALLBACK,"), "{text}");
                continue;
            };
            let (path, handlers) = text.split_once("\",").unwrap();
            for method in METHODS {
                let named = [format!("{method}("), format!(".{method}(")];
                if handlers.starts_with(&named[0]) || until_semicolon(handlers).contains(&named[1]) {
                    routes.insert(format!("{method} {path}"));
                }
            }
        }
    }
    routes
}

/// Returns the text up to the end of the statement.
fn until_semicolon(text: &str) -> &str {
    text.split([';', '}']).next().unwrap_or_default()
}

#[test]
fn every_route_is_described_and_every_description_has_its_route() {
    let routed = routed();
    assert!(routed.len() >= 11, "{routed:?}");
    assert_eq!(described(), routed);
}

#[test]
fn every_error_of_the_document_is_described() {
    let paths = &description()["paths"];
    for (status, operation) in [
        ("400", "post /api/auth/login"),
        ("401", "post /api/auth/login"),
        ("403", "post /api/auth/login"),
        ("429", "post /api/auth/login"),
        ("503", "post /api/auth/login"),
        ("401", "get /api/auth/session"),
        ("401", "get /api/auth/permissions"),
        ("401", "get /api/roles"),
        ("401", "get /agent-hub-api/api/agent/list"),
        ("404", "get /api/auth/sso/idp/login"),
        ("503", "get /api/auth/sso/idp/login"),
        ("404", "get /agent-hub-api/api/agent/{id}"),
        ("403", "post /agent-hub-api/api/workspace"),
        ("403", "get /agent-hub-api/api/admin/workspace/list"),
    ] {
        let (method, path) = operation.split_once(' ').unwrap();
        assert!(paths[path][method]["responses"][status].is_object(), "{status} of {operation}");
    }
}

/// `identity-api.md` 5.1: a token is needed where the document says so, and nowhere else.
#[test]
fn only_endpoints_that_need_a_token_are_described_as_needing_one() {
    let paths = description()["paths"].clone();
    for operation in described() {
        let (method, path) = operation.split_once(' ').unwrap();
        let security = paths[path][method]["security"].as_array().unwrap();
        let needed = !security.is_empty() && !security.iter().any(|one| one.as_object().unwrap().is_empty());
        let open = path.starts_with("/api/auth/") && path != "/api/auth/permissions";
        assert_eq!(needed, !open, "{operation}");
    }
}
