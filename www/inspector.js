// Loads the inspector only when it is opened, or where the address has `?preview`, so that it does not slow the page's start.

const load = () => import("./pkg/dist/inspector.js");

export const isPreview = new URLSearchParams(location.search).has("preview");

/** Shows the inspector's panel, and returns a session over the given one that the panel can change. */
export async function withPreview(session, { open = true } = {}) {
  const { inspect, previewable } = await load();
  inspect(session, { open });
  return previewable(session);
}

/** Opens the panel when the button is clicked. */
export function offerInspector(session, button) {
  button.addEventListener("click", async () => {
    const { inspect } = await load();
    inspect(session);
    // The second call opens the panel that exists now, and moves the focus into it.
    inspect(session, { open: true });
  });
}
