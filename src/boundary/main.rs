//! Prints `pkg/entry/boundary.ts`: the names that cross the boundary between the engine and JavaScript, from the enums that declare them, and
//! the paths of the Identity API. `npm run build` writes the file, and the test below fails if it is out of date.

use platform_session::api::{Body, Code, path};
use platform_session::core::state::LONGEST_LOCK_MS;
use platform_session::core::{Command, MessageName, NeedReason, PageEvent, Reason, SessionEventType, Status};

fn main() {
    print!("{}", boundary());
}

fn boundary() -> String {
    [
        "// Generated from the Rust files that it names, by `npm run build`: do not edit. A name crosses as its position in its list.\n"
            .to_owned(),
        list("STATUSES", "Status", "src/core/view.rs", Status::texts()),
        list("REASONS", "Reason", "src/core/view.rs", Reason::texts()),
        list("CODES", "Code", "src/api/failure.rs", Code::texts()),
        list(
            "SESSION_EVENTS",
            "SessionEventType",
            "src/core/publication.rs",
            SessionEventType::texts(),
        ),
        list("NEED_REASONS", "NeedReason", "src/core/effect.rs", NeedReason::texts()),
        list("MESSAGES", "MessageName", "src/core/tab_message.rs", MessageName::texts()),
        list("HAPPENINGS", "HappeningName", HAPPENINGS, happenings()),
        numbers("HappeningName", HAPPENINGS, happenings()),
        numbers("Command", "src/core/command.rs", Command::texts()),
        numbers("Body", "src/api/facts.rs", Body::texts()),
        paths(),
        format!(
            "/** How long the lock of another tab lasts at most: `src/core/state/lock.rs`. */\n\
             export const LONGEST_LOCK_MS = {LONGEST_LOCK_MS};\n"
        ),
    ]
    .join("\n")
}

const HAPPENINGS: &str = "src/core/tab_message.rs and src/core/page_event.rs";

/// The names of messages and page events, in the order of their numbers (`Event::of_number`).
fn happenings() -> impl Iterator<Item = &'static str> {
    MessageName::texts().chain(PageEvent::texts())
}

/// Returns a constant with the list of these texts, and a type for one of them.
fn list<'a>(constant: &str, name: &str, path: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let items: String = texts.map(|text| format!("  \"{text}\",\n")).collect();
    format!(
        "/** `{name}`, {path}. */\n\
         export const {constant} = [\n{items}] as const;\n\
         export type {name} = (typeof {constant})[number];\n"
    )
}

/// Returns a constant for each of these texts, with its number. Bundlers replace such a constant by the number.
fn numbers<'a>(name: &str, path: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let constants: String = texts
        .enumerate()
        .map(|(number, text)| {
            let constant = text.to_ascii_uppercase().replace(['-', '.'], "_");
            format!("export const {constant} = {number};\n")
        })
        .collect();
    format!("// `{name}`, {path}.\n{constants}")
}

/// Returns a constant for the path of each endpoint of the Identity API.
fn paths() -> String {
    let endpoints = [
        ("LOGIN", path::LOGIN),
        ("SESSION", path::SESSION),
        ("PERMISSIONS", path::PERMISSIONS),
        ("LOGOUT", path::LOGOUT),
        ("SSO_CONFIG", path::SSO_CONFIG),
        ("SSO_LOGIN", path::SSO_LOGIN),
        ("ROLES", path::ROLES),
    ];
    let constants: String =
        endpoints.iter().map(|(name, path)| format!("export const {name}_PATH = \"{path}\";\n")).collect();
    format!("// The endpoints of the Identity API, src/api/path.rs.\n{constants}")
}

#[cfg(test)]
mod tests {
    use platform_session::core::{Event, MessageName, PageEvent, SignOutId};

    #[test]
    fn each_happening_has_the_number_of_its_event() {
        let id = SignOutId(7);
        let messages = MessageName::ALL.iter().map(|name| Event::Message(name.message(id)));
        let events = messages.chain(PageEvent::ALL.iter().map(|event| Event::Page(*event)));
        for (number, event) in (0..).zip(events) {
            assert_eq!(Event::of_number(number, id), Some(event));
        }
        assert_eq!(Event::of_number(super::happenings().count() as u32, id), None);
    }

    #[test]
    fn the_names_that_javascript_has_are_those_of_the_enums() {
        let written = include_str!("../../pkg/entry/boundary.ts");
        assert!(written == super::boundary(), "pkg/entry/boundary.ts is out of date: run `npm run build`");
    }
}
