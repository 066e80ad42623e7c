//! The kinds of clients that are compared.

use crate::compared::{Compared, Wait};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::shipped::{Shipped, session};
use crate::simulation::run;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: Kind,
    /// Whether all clients fail together as the outage begins, or each at its own time.
    pub noticed_at_once: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Shipped,
    Compared(Wait),
}

/// Retries every five seconds.
pub const FIXED: Wait = Wait::Fixed { ms: 5_000 };

pub const SHIPPED: Subject = Subject { kind: Kind::Shipped, noticed_at_once: false };
pub const SHIPPED_TOGETHER: Subject = Subject { noticed_at_once: true, ..SHIPPED };
pub const EVERY_5_S: Subject = Subject { kind: Kind::Compared(FIXED), noticed_at_once: false };
pub const EVERY_5_S_TOGETHER: Subject = Subject { noticed_at_once: true, ..EVERY_5_S };
pub const AT_ONCE: Subject = Subject { kind: Kind::Compared(Wait::AtOnce), noticed_at_once: false };

impl Subject {
    pub fn name(&self) -> &'static str {
        match (self.kind, self.noticed_at_once) {
            (Kind::Shipped, false) => "platform-session",
            (Kind::Shipped, true) => "platform-session, failed together",
            (Kind::Compared(Wait::Fixed { .. }), false) => "every 5 s",
            (Kind::Compared(Wait::Fixed { .. }), true) => "every 5 s, failed together",
            (Kind::Compared(Wait::AtOnce), _) => "at once",
        }
    }

    pub fn run(&self, scenario: &Scenario) -> Report {
        let scenario = Scenario { noticed_at_once: self.noticed_at_once, ..scenario.clone() };
        match &self.kind {
            Kind::Shipped => {
                let session = session();
                run(&scenario, || Shipped::new(&session))
            }
            Kind::Compared(wait) => run(&scenario, || Compared::new(wait)),
        }
    }
}
