//! What happens when: a calendar queue with one leaf for each millisecond.

/// Entries of one leaf come out in the order in which they were put in.
pub struct Calendar<T> {
    leaves: Vec<Vec<T>>,
}

impl<T> Calendar<T> {
    /// A calendar for the times from 0 up to `end_ms`.
    pub fn until(end_ms: u32) -> Self {
        Self { leaves: (0..end_ms).map(|_| Vec::new()).collect() }
    }

    /// What would happen after the end is left out.
    pub fn put(&mut self, at_ms: u32, entry: T) {
        if let Some(leaf) = self.leaves.get_mut(at_ms as usize) {
            leaf.push(entry);
        }
    }

    /// Takes what is to happen now. More may be put onto the same leaf meanwhile.
    pub fn take(&mut self, at_ms: u32) -> Vec<T> {
        self.leaves.get_mut(at_ms as usize).map(core::mem::take).unwrap_or_default()
    }
}
