//! Prints `pkg/entry/boundary.ts`: the names that cross the boundary between the engine and JavaScript, from the enums that declare them, and
//! the paths of the Identity API.
//! `npm run build` writes the file; the test below fails where it is another.

use platform_session::api::{Body, Code, path};
use platform_session::core::event::Event;
use platform_session::core::state::LONGEST_LOCK_MS;
use platform_session::core::{Command, Happening, NeedReason, Reason, SessionEventType, SignOutId, Status};

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
        list("HAPPENINGS", "HappeningName", "src/core/happening.rs", Happening::texts()),
        list("MESSAGES", "TabMessage", "src/core/tab_message.rs", messages().map(Happening::as_str)),
        numbers("Happening", "src/core/happening.rs", Happening::texts()),
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

/// What tabs send each other. They have the first numbers: `pkg/entry/channel.ts` takes these for positions in the list of messages.
fn messages() -> impl Iterator<Item = Happening> {
    let is_message = |it: &Happening| matches!(it.event(SignOutId(0)), Event::Message(_));
    Happening::ALL.iter().copied().take_while(is_message)
}

/// A constant of these names, and a type: one of them.
fn list<'a>(constant: &str, name: &str, path: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let items: String = texts.map(|text| format!("  \"{text}\",\n")).collect();
    format!(
        "/** `{name}`, {path}. */\n\
         export const {constant} = [\n{items}] as const;\n\
         export type {name} = (typeof {constant})[number];\n"
    )
}

/// A constant for each of these names: its number, which bundlers put in the place of the constant.
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

/// A constant for each endpoint of the Identity API: its path.
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
    use platform_session::core::event::Event;
    use platform_session::core::{Happening, SignOutId};

    #[test]
    fn messages_have_the_first_numbers() {
        let others = &Happening::ALL[super::messages().count()..];
        assert!(!others.iter().any(|it| matches!(it.event(SignOutId(0)), Event::Message(_))));
    }

    #[test]
    fn the_names_that_javascript_has_are_those_of_the_enums() {
        let written = include_str!("../../pkg/entry/boundary.ts");
        assert!(written == super::boundary(), "pkg/entry/boundary.ts is out of date: run `npm run build`");
    }
}
