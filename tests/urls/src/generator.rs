//! Generates texts that a parser may take for return URLs: composed of pieces that parsers read differently, or taken from a
//! corpus, and then changed in a few places. The same seed gives the same texts.

use crate::table::Table;
use fastrand::Rng;

/// Pieces that a text begins with, or that are inserted into it.
const PIECES: [&str; 96] = [
    "/",
    "//",
    "///",
    "\\",
    "\\\\",
    "/\\",
    "?",
    "#",
    "@",
    ":",
    ";",
    "&",
    "=",
    "%",
    ".",
    "..",
    "/./",
    "/../",
    "/.//",
    "/..//",
    "%2e",
    "%2E",
    "%2e%2e",
    "%2f",
    "%2F",
    "%2f%2f",
    "%5c",
    "%5C",
    "%252f",
    "%25",
    "%00",
    "%09",
    "%0a",
    "%0d%0a",
    "%1f",
    "%20",
    "%3a",
    "%40",
    "%c0%af",
    "%ef%bc%8f",
    "%u002f",
    " ",
    "\t",
    "\n",
    "\r",
    "\0",
    "\u{b}",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{feff}",
    "\u{200b}",
    "\u{ad}",
    "\u{2028}",
    "\u{3002}",
    "\u{ff0e}",
    "\u{ff61}",
    "\u{ff0f}",
    "\u{2044}",
    "\u{ff3c}",
    "\u{ff20}",
    "\u{ff1a}",
    "\u{ff50}",
    "\u{212a}",
    "\u{df}",
    "\u{130}",
    "\u{12f}",
    "\u{15c}",
    "\u{560a}",
    "\u{1d5c1}",
    "\u{301}",
    "\u{202e}",
    "http:",
    "https:",
    "HTTPS:",
    "http://",
    "https://",
    "https:/",
    "https:///",
    "javascript:",
    "data:",
    "blob:",
    "file:",
    "wss://",
    "evil.example",
    "//evil.example",
    "@evil.example",
    ".evil.example",
    "user:secret@",
    "localhost",
    "127.1",
    "0x7f000001",
    "[::1]",
    ":443",
    ":80",
];
const SEPARATORS: [&str; 12] =
    [":", ":/", "://", ":///", ":////", ":\\", ":\\\\", ":/\\", "", "//", "://@", ":\t//"];
const SCHEMES: [&str; 12] = [
    "http",
    "https",
    "HTTP",
    "hTTpS",
    "",
    "blob:https",
    "javascript",
    "file",
    "ws",
    "ftp",
    "https ",
    "httpſ",
];
const PORTS: [&str; 12] =
    ["", "", "", "", ":443", ":80", ":8443", ":8787", ":5173", ":", ":0443", ":443:443"];
const PATHS: [&str; 16] = [
    "",
    "",
    "/",
    "/reports",
    "/a/../b",
    "/a//b",
    "/.//evil.example",
    "/%2fevil.example",
    "/%09/evil.example",
    "//evil.example",
    "/\u{fc}ber",
    "/a b",
    "/@evil.example",
    "/..;/x",
    "\\evil.example",
    "/./%5cevil.example",
];
const TAILS: [&str; 10] = [
    "",
    "",
    "",
    "?page=2",
    "#top",
    "?next=//evil.example",
    "?@evil.example",
    "#@evil.example",
    "?a=%2f%0d%0a",
    "# \u{301}",
];
const MOST_CHANGES: usize = 4;

pub struct Generator<'a> {
    random: Rng,
    /// Known inputs, some of which are taken and changed.
    corpus: &'a [String],
    /// The hosts of the deployments and of the allowed origins, and hosts that look like them.
    hosts: Vec<String>,
    /// The deployments and the allowed origins: texts that begin with one of them are often allowed.
    origins: Vec<String>,
}

impl<'a> Generator<'a> {
    pub fn new(seed: u64, table: &Table, corpus: &'a [String]) -> Self {
        let origins: Vec<String> = table.deployments.iter().chain(&table.allowed_origins).cloned().collect();
        let mut hosts: Vec<String> = origins
            .iter()
            .filter_map(|origin| url::Url::parse(origin).ok()?.host_str().map(str::to_owned))
            .collect();
        let similar_hosts = [
            "evil.example",
            "portal.example.",
            "portal.example.evil.example",
            "%70ortal.example",
            "portal%2eexample",
            "portal\u{3002}example",
            "\u{ff50}ortal.example",
            "b\u{fc}cher.example",
            "fa\u{df}.example",
            "127.1",
            "0177.0.0.1",
            "0x7f.1",
            "2130706433",
            "[0:0:0:0:0:0:0:1]",
            "[::ffff:127.0.0.1]",
            "user@portal.example",
            "@portal.example",
            "portal.example@evil.example",
            "portal.example%2f@evil.example",
            "portal.example\\@evil.example",
            "",
        ];
        hosts.extend(similar_hosts.map(str::to_owned));
        Self { random: Rng::with_seed(seed), corpus, hosts, origins }
    }

    fn pick<'b>(&mut self, choices: &'b [&'b str]) -> &'b str {
        self.random.choice(choices).copied().unwrap_or_default()
    }

    fn draw_start(&mut self) -> String {
        match self.random.u8(0..10) {
            0..3 => self.random.choice(self.corpus).cloned().unwrap_or_default(),
            3..5 => {
                let scheme = self.pick(&SCHEMES).to_owned();
                let separator = self.pick(&SEPARATORS);
                let host = self.random.choice(&self.hosts).cloned().unwrap_or_default();
                format!(
                    "{scheme}{separator}{host}{}{}{}",
                    self.pick(&PORTS),
                    self.pick(&PATHS),
                    self.pick(&TAILS)
                )
            }
            5..7 => {
                let origin = self.random.choice(&self.origins).cloned().unwrap_or_default();
                format!("{origin}{}{}{}", self.pick(&PORTS), self.pick(&PATHS), self.pick(&TAILS))
            }
            7..9 => format!("{}{}", self.pick(&PATHS), self.pick(&TAILS)),
            _ => (0..self.random.usize(1..6)).map(|_| self.pick(&PIECES)).collect(),
        }
    }

    fn change_one_place(&mut self, text: &mut Vec<char>) {
        let at = self.random.usize(0..=text.len());
        match self.random.u8(0..8) {
            0..3 => {
                text.splice(at..at, self.pick(&PIECES).chars());
            }
            3 => {
                let end = (at + self.random.usize(0..3)).min(text.len());
                text.drain(at..end);
            }
            4 => {
                let end = (at + self.random.usize(0..6)).min(text.len());
                let repeated: Vec<char> = text.drain(at..end).collect();
                text.splice(at..at, repeated.repeat(2));
            }
            5 => {
                // Replaces a character by its percent-escapes.
                if let Some(character) = text.get(at).copied() {
                    let escaped: String =
                        character.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect();
                    text.splice(at..=at, escaped.chars());
                }
            }
            6 => {
                if let Some(character) = text.get_mut(at) {
                    *character = match *character {
                        letter @ 'a'..='z' if self.random.bool() => letter.to_ascii_uppercase(),
                        // The fullwidth form, which a parser of host names maps to the plain character.
                        plain @ '!'..='~' => char::from_u32(u32::from(plain) + 0xfee0).unwrap_or(plain),
                        other => other,
                    };
                }
            }
            _ => {
                if let Some(character) = text.get_mut(at) {
                    *character = self.random.char(..);
                }
            }
        }
    }
}

impl Iterator for Generator<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut text: Vec<char> = self.draw_start().chars().collect();
        for _ in 0..self.random.usize(0..=MOST_CHANGES) {
            self.change_one_place(&mut text);
        }
        Some(text.into_iter().collect())
    }
}
