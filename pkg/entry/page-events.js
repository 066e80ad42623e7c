// The page's own life: focus, visibility, connectivity, the back/forward cache.

/** Calls back with what happens to the page, as the names in `NEWS` (`generation.js`), until the signal is aborted. */
export function watchPage(tell, signal) {
  const on = (target, type, news) =>
    target.addEventListener(
      type,
      (event) => {
        const name = news(event);
        if (name) tell(name);
      },
      { signal },
    );
  on(document, "visibilitychange", () => (document.hidden ? "hidden" : "visible"));
  on(window, "focus", () => "focused");
  on(window, "online", () => "online");
  on(window, "offline", () => "offline");
  // Without `persisted` the page is unloaded or new: there is nothing to tell.
  on(window, "pagehide", ({ persisted }) => persisted && "leaving");
  on(window, "pageshow", ({ persisted }) => persisted && "restored");
}
