// `inspect`: makes one panel for each session, and keeps it up to date.

import type { Session } from "platform-session";
import { refuseOptions } from "../shared/options.js";
import { createHistory } from "./history.js";
import { inspectedOf } from "./inspected.js";
import { createPanel } from "./panel.js";
import { previewOf } from "./previewable.js";

/** How often a panel is rendered without an event, because of changes that have none: gates of the page, and the seconds until the next try. */
const RENDER_EVERY_MS = 500;

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
  // On a server there is no page for a panel to stand over.
  if (typeof document === "undefined") return { close() {} };
  // The session that a preview shows and the real one below it have one panel.
  const session = previewOf(given)?.session ?? given;
  const known = panels.get(session);
  const { handle, panel } = known ?? create(session);
  // The first call leaves the focus where it is, because the page is still loading. A later one moves it into the panel.
  if (open) panel.open(known !== undefined);
  return handle;
}

function create(session: Session): Inspection {
  const inspected = inspectedOf(session);
  let isScheduled = false;
  /** Renders the panel soon: at most once a frame, and in hidden tabs not at all. */
  const renderSoon = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      panel.render();
    });
  };
  const history = createHistory(session, inspected, renderSoon);
  const panel = createPanel({ session, inspected, history, preview: () => previewOf(session) });
  const attach = () => document.body.append(panel.element);
  if (document.body) attach();
  else addEventListener("DOMContentLoaded", attach, { once: true });
  panel.render();
  const timer = setInterval(() => !document.hidden && panel.render(), RENDER_EVERY_MS);
  const handle = {
    close() {
      clearInterval(timer);
      removeEventListener("DOMContentLoaded", attach);
      history.end();
      panel.remove();
      panels.delete(session);
      stackButtons();
      previewOf(session)?.reset();
    },
  };
  panels.set(session, { handle, panel });
  stackButtons();
  return { handle, panel };
}

/** Stacks the buttons of several sessions' panels one above the other: `style.ts` reads `--number`. */
function stackButtons() {
  let number = 0;
  for (const { panel } of panels.values()) panel.element.style.setProperty("--number", `${number++}`);
}
