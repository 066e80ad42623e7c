// Listens to the page: focus, visibility, network, back/forward cache. What follows from each is decided in
// `src/core/rules/page.rs`; before the engine runs, in `link.js`.

/** `Node.ELEMENT_NODE`. */
const ELEMENT = 1;

/** Calls back with what happens to the page, by the names in `hear` (`src/js/engine.rs`), until the signal is aborted. */
export function watchPage(tell, signal) {
  const on = (type, nameOf = (_event) => type) =>
    window.addEventListener(
      type,
      (event) => {
        // In the capture phase the events of the page's elements arrive, too.
        const name = event.target.nodeType !== ELEMENT && nameOf(event);
        if (name) tell(name);
      },
      // Before the page's own listeners, whose requests depend on it.
      { signal, capture: true },
    );
  on("visibilitychange", () => (document.hidden ? "hidden" : "visible"));
  on("focus", () => "focused");
  on("online");
  on("offline");
  let hasResumed = false;
  on("pagehide", ({ persisted }) => {
    hasResumed = false;
    // Without `persisted` the page is unloaded.
    return persisted ? "leaving" : "unloading";
  });
  // Where the browser fires it, it is the first event of a return, and `pageshow` tells nothing new.
  on("resume", () => {
    hasResumed = true;
    return "restored";
  });
  // Not every browser tells a page in the cache that the network has changed.
  // Without `persisted` the page is new.
  on("pageshow", ({ persisted }) => persisted && (navigator.onLine ? "online" : "offline"));
  on("pageshow", ({ persisted }) => persisted && !hasResumed && "restored");
}
