//! The page's own life: focus, visibility, connectivity, the back/forward cache.

use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{Event, EventTarget, PageTransitionEvent, Window};

#[wasm_bindgen]
extern "C" {
    /// `None` in a worker. web-sys's own looks for the global object under four names first, which costs bytes.
    #[wasm_bindgen(thread_local_v2, js_name = window)]
    static WINDOW: Option<Window>;
}

/// What can happen to a page.
#[derive(Clone, Copy, Debug)]
pub enum PageEvent {
    Visible(bool),
    Focused,
    Online(bool),
    /// On its way into the back/forward cache.
    Leaving,
    Restored,
}

/// What a page tells of itself, for as long as this is kept.
pub struct PageListener {
    window: Window,
    // `Fn`: what a listener of the session does may be an event of the page itself, told within this one.
    callback: Closure<dyn Fn(Event)>,
}

const WINDOW_EVENTS: [&str; 5] = ["focus", "online", "offline", "pagehide", "pageshow"];
const DOCUMENT_EVENT: &str = "visibilitychange";

impl PageListener {
    /// Where there is no window, as in a worker, nothing ever happens.
    pub fn new(hear: impl Fn(PageEvent) + 'static) -> Option<Self> {
        let window = WINDOW.with(Option::clone)?;
        let callback = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            let told = match event.type_().as_str() {
                "focus" => Some(PageEvent::Focused),
                "online" => Some(PageEvent::Online(true)),
                "offline" => Some(PageEvent::Online(false)),
                "pagehide" => is_persisted(&event).then_some(PageEvent::Leaving),
                "pageshow" => is_persisted(&event).then_some(PageEvent::Restored),
                _ => Some(PageEvent::Visible(is_visible())),
            };
            if let Some(told) = told {
                hear(told);
            }
        });
        let listener = Self { window, callback };
        listener.each(|target, name, callback| target.add_event_listener_with_callback(name, callback));
        Some(listener)
    }

    fn each(&self, act: impl Fn(&EventTarget, &str, &Function) -> Result<(), JsValue>) {
        let callback = self.callback.as_ref().unchecked_ref();
        // Adding and removing a listener fail for no reason that a caller could mend.
        for name in WINDOW_EVENTS {
            let _never_fails = act(&self.window, name, callback);
        }
        if let Some(document) = self.window.document() {
            let _never_fails = act(&document, DOCUMENT_EVENT, callback);
        }
    }
}

impl Drop for PageListener {
    fn drop(&mut self) {
        self.each(|target, name, callback| target.remove_event_listener_with_callback(name, callback));
    }
}

/// Whether the event is about the back/forward cache.
fn is_persisted(event: &Event) -> bool {
    event.unchecked_ref::<PageTransitionEvent>().persisted()
}

/// A worker has no document, and counts as visible.
pub fn is_visible() -> bool {
    !WINDOW
        .with(|window| window.as_ref().and_then(Window::document).is_some_and(|document| document.hidden()))
}

/// Whether the browser knows itself to be offline; in doubt it is online.
pub fn is_online() -> bool {
    WINDOW.with(|window| window.as_ref().is_none_or(|window| window.navigator().on_line()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;
    use wasm_bindgen_test::wasm_bindgen_test;

    type Told = Rc<RefCell<Vec<String>>>;

    fn listening() -> (PageListener, Told) {
        let told = Told::default();
        let note = Rc::clone(&told);
        let listener = PageListener::new(move |event| note.borrow_mut().push(format!("{event:?}")));
        (listener.unwrap(), told)
    }

    fn run(script: &str) {
        Function::new_no_args(script).call0(&JsValue::NULL).unwrap();
    }

    #[wasm_bindgen_test]
    fn what_happens_to_the_page_is_told_in_order() {
        let (_listener, told) = listening();
        run("for (const name of ['focus', 'offline', 'online']) window.dispatchEvent(new Event(name))");
        assert_eq!(*told.borrow(), ["Focused", "Online(false)", "Online(true)"]);
    }

    #[wasm_bindgen_test]
    fn an_event_within_an_event_is_told_as_well() {
        let told = Told::default();
        let note = Rc::clone(&told);
        let _listener = PageListener::new(move |event| {
            note.borrow_mut().push(format!("{event:?}"));
            if matches!(event, PageEvent::Online(false)) {
                run("window.dispatchEvent(new Event('focus'))");
            }
        });
        run("window.dispatchEvent(new Event('offline'))");
        assert_eq!(*told.borrow(), ["Online(false)", "Focused"]);
    }

    #[wasm_bindgen_test]
    fn a_page_is_restored_only_from_the_back_forward_cache() {
        let (_listener, told) = listening();
        run("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))");
        assert!(told.borrow().is_empty());
        run("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
        assert_eq!(*told.borrow(), ["Restored"]);
    }

    #[wasm_bindgen_test]
    fn visibility_is_told_as_it_is_at_that_time() {
        let (_listener, told) = listening();
        let (hide, show) = (
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true })",
            "delete document.hidden",
        );
        let change = "document.dispatchEvent(new Event('visibilitychange'))";
        assert!(is_visible());
        run(hide);
        let hidden = !is_visible();
        run(change);
        run(show);
        run(change);
        assert!(hidden);
        assert_eq!(*told.borrow(), ["Visible(false)", "Visible(true)"]);
    }

    #[wasm_bindgen_test]
    fn nothing_is_told_after_it_is_dropped() {
        let (listener, told) = listening();
        let (_other, witnessed) = listening();
        drop(listener);
        run("for (const name of ['focus', 'online', 'offline']) window.dispatchEvent(new Event(name));
             window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
             document.dispatchEvent(new Event('visibilitychange'))");
        assert!(told.borrow().is_empty());
        assert_eq!(witnessed.borrow().len(), 5);
    }

    #[wasm_bindgen_test]
    fn a_page_that_was_served_is_online() {
        assert!(is_online());
    }
}
