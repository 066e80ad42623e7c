// `inspect`: one panel for a session, and what keeps it up to date.

import type { Session } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import { createHistory } from "./history.js";
import { inspectedOf } from "./inspected.js";
import { createPanel } from "./panel.js";
import { previewOf } from "./previewable.js";

/** What nothing tells of: a gate that the page makes or lets go, and the seconds until the next try. */
const EVERY_MS = 500;

interface Inspection {
  handle: { close(): void };
  panel: ReturnType<typeof createPanel>;
}

const panels = new Map<Session, Inspection>();

export function inspect(
  given: Session,
  { open = false, ...others }: { open?: boolean | undefined } = {},
): { close(): void } {
  refuseOptions(others, "open");
  inspectedOf(given);
  // On a server.
  if (typeof document === "undefined") return { close() {} };
  const session = previewOf(given)?.session ?? given;
  const known = panels.get(session);
  const { handle, panel } = known ?? create(session);
  // Who asks again wants to go there; a page that loads keeps its focus.
  if (open) panel.open(known !== undefined);
  return handle;
}

function create(session: Session): Inspection {
  const inspected = inspectedOf(session);
  let isAsked = false;
  /** At most once a frame, and in hidden tabs not at all. */
  const renderSoon = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      panel.render();
    });
  };
  const history = createHistory(session, inspected, renderSoon);
  const panel = createPanel({ session, inspected, history, preview: () => previewOf(session) });
  const place = () => document.body.append(panel.element);
  if (document.body) place();
  else addEventListener("DOMContentLoaded", place, { once: true });
  panel.render();
  const timer = setInterval(() => !document.hidden && panel.render(), EVERY_MS);
  const handle = {
    close() {
      clearInterval(timer);
      removeEventListener("DOMContentLoaded", place);
      history.end();
      panel.remove();
      panels.delete(session);
      placeButtons();
      previewOf(session)?.reset();
    },
  };
  panels.set(session, { handle, panel });
  placeButtons();
  return { handle, panel };
}

/** One above the other. */
function placeButtons() {
  let number = 0;
  for (const { panel } of panels.values()) panel.element.style.setProperty("--number", `${number++}`);
}
