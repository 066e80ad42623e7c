//! What may happen next.

use super::deployment::Person;
use super::wire::TabIndex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    // People.
    SignIn(TabIndex, Person),
    SignOut(TabIndex),
    Refresh(TabIndex),
    Permissions(TabIndex),
    Hide(TabIndex),
    Show(TabIndex),
    // The browser.
    Freeze(TabIndex),
    Thaw(TabIndex),
    /// Into the back/forward cache.
    Cache(TabIndex),
    /// Back from there: what was under way is lost.
    Restore(TabIndex),
    TimerFires(TabIndex),
    /// A day passes on both clocks, and the tab's timer fires.
    Sleeps(TabIndex),
    // The deployment.
    ChangeRole,
    Deactivate,
    Expire,
    // The wire, by place.
    Arrives(usize),
    Lost(usize),
    /// The headers came, and the body did not.
    BreaksOff(usize),
}

impl Action {
    /// Whether somebody does it of their own accord.
    pub fn takes_a_turn(self) -> bool {
        match self {
            Self::SignIn(..)
            | Self::SignOut(_)
            | Self::Refresh(_)
            | Self::Permissions(_)
            | Self::Hide(_)
            | Self::Freeze(_)
            | Self::Cache(_)
            | Self::ChangeRole
            | Self::Deactivate
            | Self::Expire => true,
            Self::Show(_)
            | Self::Thaw(_)
            | Self::Restore(_)
            | Self::TimerFires(_)
            | Self::Sleeps(_)
            | Self::Arrives(_)
            | Self::Lost(_)
            | Self::BreaksOff(_) => false,
        }
    }
}
