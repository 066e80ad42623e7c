//! A calendar queue, with one leaf for each millisecond.

/// The entries by time. Those of one time keep the order in which they were put in.
pub struct Calendar<T> {
    leaves: Vec<Vec<T>>,
}

impl<T> Calendar<T> {
    /// A calendar for the times from 0 up to `end_ms`.
    pub fn until(end_ms: u32) -> Self {
        Self { leaves: (0..end_ms).map(|_| Vec::new()).collect() }
    }

    /// Puts in an entry, unless its time is after the end.
    pub fn put(&mut self, at_ms: u32, entry: T) {
        if let Some(leaf) = self.leaves.get_mut(at_ms as usize) {
            leaf.push(entry);
        }
    }

    /// Takes the entries of a time. More may be put in for the same time afterwards.
    pub fn take(&mut self, at_ms: u32) -> Vec<T> {
        self.leaves.get_mut(at_ms as usize).map(core::mem::take).unwrap_or_default()
    }
}
