//! Runs the clients against one deployment.

use crate::calendar::Calendar;
use crate::client::{Client, Fault, Happening, Wake};
use crate::deployment::{Deployment, Reception};
use crate::report::Report;
use crate::scenario::{DEADLINE_MS, Scenario};
use fastrand::Rng;
use platform_session::core::Now;

/// Runs one scenario with clients of one kind.
pub fn run<P: Client>(scenario: &Scenario, new_client: impl FnMut() -> P) -> Report {
    let mut simulation = Simulation::new(scenario, new_client);
    for now_ms in 0..scenario.end_ms {
        simulation.run_entries(now_ms);
        if simulation.report.end_if_over(now_ms) {
            break;
        }
    }
    simulation.report
}

struct Simulation<'a, P> {
    scenario: &'a Scenario,
    seats: Vec<Seat<P>>,
    calendar: Calendar<Entry>,
    deployment: Deployment,
    rng: Rng,
    report: Report,
}

/// A client, with the simulation's data about it.
struct Seat<P> {
    client: P,
    /// When the client's timer fires. Calendar entries for other times are outdated.
    wake_at_ms: u32,
    sent_at_ms: u32,
    round_trip_ms: u16,
    /// When the client sent the first of its failed requests since it was last served.
    failing_since_ms: Option<u32>,
}

/// A client and what happens to it, in one number, because hundreds of millions of entries are made.
#[derive(Clone, Copy)]
struct Entry(u32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Loads,
    Looks,
    NoticesTheOutage,
    Wakes,
    RequestArrives,
    IsServed,
    MissesItsDeadline,
}

impl Entry {
    fn new(client: u32, kind: Kind) -> Self {
        Self(client << 4 | kind as u32)
    }

    fn client(self) -> u32 {
        self.0 >> 4
    }

    fn kind(self) -> Kind {
        match self.0 & 15 {
            0 => Kind::Loads,
            1 => Kind::Looks,
            2 => Kind::NoticesTheOutage,
            3 => Kind::Wakes,
            4 => Kind::RequestArrives,
            5 => Kind::IsServed,
            _ => Kind::MissesItsDeadline,
        }
    }
}

impl<'a, P: Client> Simulation<'a, P> {
    fn new(scenario: &'a Scenario, mut new_client: impl FnMut() -> P) -> Self {
        let mut rng = Rng::with_seed(scenario.seed);
        let mut calendar = Calendar::until(scenario.end_ms);
        let (shortest, longest) = scenario.round_trip_ms;
        let mut seats = Vec::with_capacity(scenario.clients as usize);
        for client in 0..scenario.clients {
            let round_trip_ms = u16::try_from(rng.u32(shortest..=longest)).unwrap_or(u16::MAX);
            seats.push(Seat {
                client: new_client(),
                wake_at_ms: u32::MAX,
                sent_at_ms: 0,
                round_trip_ms,
                failing_since_ms: None,
            });
            calendar.put(rng.u32(scenario.loading_ms.clone()), Entry::new(client, Kind::Loads));
            if scenario.noticed_at_once {
                calendar.put(scenario.outage.from_ms, Entry::new(client, Kind::NoticesTheOutage));
            }
        }
        Self {
            scenario,
            seats,
            calendar,
            deployment: Deployment::new(scenario),
            rng,
            report: Report::new(scenario),
        }
    }

    fn run_entries(&mut self, now_ms: u32) {
        loop {
            let entries = self.calendar.take(now_ms);
            if entries.is_empty() {
                return;
            }
            for entry in entries {
                self.run_entry(entry, now_ms);
            }
        }
    }

    fn run_entry(&mut self, entry: Entry, now_ms: u32) {
        let client = entry.client();
        match entry.kind() {
            Kind::Loads => {
                self.tell_client(client, Happening::Loaded, now_ms);
                self.schedule_look(client, now_ms);
            }
            Kind::Looks => {
                self.tell_client(client, Happening::Focused, now_ms);
                self.schedule_look(client, now_ms);
            }
            Kind::NoticesTheOutage => self.tell_client(client, Happening::Focused, now_ms),
            Kind::Wakes => {
                let seat = &mut self.seats[client as usize];
                if seat.wake_at_ms == now_ms {
                    seat.wake_at_ms = u32::MAX;
                    self.tell_client(client, Happening::Woken, now_ms);
                }
            }
            Kind::RequestArrives => self.receive_request(client, now_ms),
            Kind::IsServed => self.end_request(client, Ok(()), now_ms),
            Kind::MissesItsDeadline => self.end_request(client, Err(Fault::Timeout), now_ms),
        }
    }

    /// Schedules the next look of the user, at a random time that does not depend on earlier looks.
    fn schedule_look(&mut self, client: u32, now_ms: u32) {
        if let Some(mean_ms) = self.scenario.look_every_ms {
            let after_ms = -f64::from(mean_ms) * (1.0 - self.rng.f64()).ln();
            self.calendar.put(now_ms.saturating_add(after_ms as u32), Entry::new(client, Kind::Looks));
        }
    }

    fn receive_request(&mut self, client: u32, now_ms: u32) {
        self.report.count_arrival(now_ms);
        let deadline_ms = self.seats[client as usize].sent_at_ms + DEADLINE_MS;
        let fault = match self.deployment.receive(now_ms) {
            Reception::Accepted { at_ms } if at_ms <= deadline_ms => {
                return self.calendar.put(at_ms.max(now_ms), Entry::new(client, Kind::IsServed));
            }
            Reception::Accepted { .. } | Reception::Silence => {
                return self.calendar.put(deadline_ms, Entry::new(client, Kind::MissesItsDeadline));
            }
            Reception::Refused => Fault::Refused,
            Reception::Unavailable { retry_after_ms } => Fault::Unavailable { retry_after_ms },
        };
        self.end_request(client, Err(fault), now_ms);
    }

    fn end_request(&mut self, client: u32, result: Result<(), Fault>, now_ms: u32) {
        let seat = &mut self.seats[client as usize];
        match (result, seat.failing_since_ms) {
            (Ok(()), since_ms) => {
                seat.failing_since_ms = None;
                self.report.count_served(now_ms, since_ms);
            }
            (Err(_), None) => {
                seat.failing_since_ms = Some(seat.sent_at_ms);
                self.report.count_failing(seat.sent_at_ms);
            }
            (Err(_), Some(_)) => {}
        }
        self.tell_client(client, Happening::Answered(result), now_ms);
    }

    fn tell_client(&mut self, client: u32, happening: Happening, now_ms: u32) {
        let seat = &mut self.seats[client as usize];
        let now = Now { ms: now_ms.into(), wall_ms: now_ms.into(), random: self.rng.u32(..) };
        let reaction = seat.client.react(happening, now);
        if reaction.read {
            seat.sent_at_ms = now_ms;
            let arrives_at_ms = now_ms + u32::from(seat.round_trip_ms);
            self.calendar.put(arrives_at_ms, Entry::new(client, Kind::RequestArrives));
        }
        match reaction.wake {
            Some(Wake::After(ms)) => {
                let at_ms = u32::try_from(now.plus_ms(ms)).unwrap_or(u32::MAX);
                seat.wake_at_ms = at_ms;
                self.calendar.put(at_ms, Entry::new(client, Kind::Wakes));
            }
            Some(Wake::Never) => seat.wake_at_ms = u32::MAX,
            None => {}
        }
    }
}
