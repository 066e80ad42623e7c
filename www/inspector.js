// The inspector: loaded when it is opened, or where the address says `?preview`, so that the page's start pays nothing for it.

const load = () => import("./pkg/dist/inspector.js");

export const isPreview = new URLSearchParams(location.search).has("preview");

/** A session that the panel steers, and the panel. */
export async function previewed(session, { open = true } = {}) {
  const { inspect, previewable } = await load();
  inspect(session, { open });
  return previewable(session);
}

/** Opens the panel at a click. */
export function offerInspector(session, button) {
  button.addEventListener("click", async () => {
    const { inspect } = await load();
    inspect(session);
    // Asked for again, it takes the focus.
    inspect(session, { open: true });
  });
}
