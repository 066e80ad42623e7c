//! A short list of what is under way, by number.

use std::cell::RefCell;

/// Entries are few, so a search looks at each. Nothing that is called while the list is borrowed uses it, and no access
/// can panic.
pub struct Ledger<K, V>(RefCell<Vec<(K, V)>>);

impl<K, V> Default for Ledger<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Copy + PartialEq, V> Ledger<K, V> {
    pub fn insert(&self, key: K, value: V) {
        self.open(|entries| entries.push((key, value)));
    }

    pub fn take(&self, key: K) -> Option<V> {
        self.open(|entries| {
            let position = entries.iter().position(|(of, _)| *of == key)?;
            Some(entries.swap_remove(position).1)
        })?
    }

    pub fn with<R>(&self, key: K, act: impl FnOnce(&mut V) -> R) -> Option<R> {
        self.open(|entries| entries.iter_mut().find(|(of, _)| *of == key).map(|(_, value)| act(value)))?
    }

    fn open<R>(&self, act: impl FnOnce(&mut Vec<(K, V)>) -> R) -> Option<R> {
        self.0.try_borrow_mut().ok().map(|mut entries| act(&mut entries))
    }
}
