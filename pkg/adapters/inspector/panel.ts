// The panel, and the button over the page that opens it. They are in a shadow root, so that the styles of page and panel do not mix.

import type { Session } from "platform-session";
import { make, mark, setText } from "./dom.js";
import { createGatesView } from "./gates-view.js";
import type { Log } from "./history.js";
import { createHistoryView } from "./history-view.js";
import type { Inspected } from "./inspected.js";
import { createPreviewView } from "./preview-view.js";
import type { Preview } from "./previewable.js";
import { STYLE } from "./style.js";
import { summaryOf } from "./summary.js";

/** The name of the element that holds the shadow root. No browser has an element with a hyphen in its name. */
const HOST = "platform-session-inspector";

/** The index of the view of the gates. */
const GATES = 0;

/** The parts that the panel shows. */
export interface Parts {
  session: Session;
  inspected: Inspected;
  history: Log;
  /** Returns the session's preview, if it has one by now. */
  preview: () => Preview | undefined;
}

export function createPanel(given: Parts) {
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];

  let isOpen = false;
  const dot = make("span", { class: "dot", "aria-hidden": "true" });
  const headDot = dot.cloneNode() as HTMLElement;
  const brief = make("span", { class: "brief" });
  const opener = make(
    "button",
    { class: "opener", type: "button", "aria-expanded": "false", click: () => openWithFocus(true) },
    dot,
    brief,
  );
  const userLine = make("h2", { class: "who" });
  const since = make("p", { class: "since" });
  const notice = make("p", { class: "notice" });
  const previewed = make("p", { class: "previewed" });
  const reset = make(
    "button",
    { type: "button", class: "plain", click: () => given.preview()?.reset() },
    "Reset",
  );
  const banner = make("div", { class: "banner", hidden: true }, previewed, reset);
  const collapse = make(
    "button",
    { class: "plain collapse", type: "button", click: () => openWithFocus(false) },
    "Collapse",
  );
  const views = [
    createGatesView({ ...given, root, isOpen: () => isOpen, show: () => select(GATES) }),
    createHistoryView({ ...given, name: "Requests", onlyFetch: true }),
    createHistoryView({ ...given, name: "Log", onlyFetch: false }),
    createPreviewView(given),
  ] as const;
  let selected = GATES;
  const tabs = views.map(({ name }, index) =>
    make(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${index}`,
        "aria-controls": `view-${index}`,
        click: () => select(index),
      },
      name,
    ),
  );
  const bodies = views.map(({ element }, index) =>
    make(
      "div",
      { role: "tabpanel", id: `view-${index}`, "aria-labelledby": `tab-${index}`, tabindex: "0" },
      element,
    ),
  );
  const tablist = make(
    "div",
    { role: "tablist", "aria-label": "What to show", keydown: selectByKey },
    ...tabs,
  );
  const panel = make(
    "section",
    { class: "panel", "aria-label": "Session inspector", keydown: collapseByEscape },
    make("header", {}, make("div", { class: "top" }, headDot, userLine, collapse), since, notice, banner),
    tablist,
    ...bodies,
  );
  root.append(opener, panel);
  select(GATES);
  renderOpenState();

  function renderOpenState() {
    mark(opener, "aria-expanded", isOpen);
    opener.hidden = isOpen;
    panel.hidden = !isOpen;
  }

  function setOpen(open: boolean) {
    isOpen = open;
    renderOpenState();
    render();
  }

  /** Opens or collapses the panel for a user: the focus goes into the panel, or back to the button. */
  function openWithFocus(open: boolean) {
    setOpen(open);
    (open ? at(tabs, selected) : opener).focus();
    // The view of the gates may have marked elements of the page.
    if (!open) views[GATES].leave();
  }

  function select(index: number) {
    selected = index;
    tabs.forEach((tab, each) => {
      mark(tab, "aria-selected", each === index);
      tab.tabIndex = each === index ? 0 : -1;
      at(bodies, each).hidden = each !== index;
    });
    if (isOpen) at(views, index).render();
  }

  /** The keys of the ARIA pattern for tabs: arrows, Home and End. */
  function selectByKey(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: selected + 1,
      ArrowLeft: selected - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // The tabs form a ring: the first one follows the last.
    select((target + tabs.length) % tabs.length);
    at(tabs, selected).focus();
  }

  function collapseByEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // The key must not also close a dialog of the page.
    event.stopPropagation();
    openWithFocus(false);
  }

  function render() {
    const preview = given.preview();
    const summary = summaryOf(given, preview);
    for (const each of [dot, headDot]) mark(each, "data-status", summary.status);
    setText(brief, summary.brief);
    mark(opener, "aria-label", `Session inspector: ${summary.brief}`);
    if (!isOpen) return;
    setText(userLine, summary.who);
    setText(since, summary.since);
    setText(at(tabs, GATES), summary.gates);
    setText(notice, summary.notice);
    notice.hidden = summary.notice === "";
    setText(previewed, summary.previewed);
    banner.hidden = summary.previewed === "";
    at(views, selected).render();
  }

  return {
    element: host,
    render,
    open: (focuses: boolean) => (focuses ? openWithFocus(true) : setOpen(true)),
    remove() {
      views[GATES].end();
      host.remove();
    },
  };
}

/** Returns the member at `index`, which exists: there are as many tabs and bodies as views. */
const at = <Item>(list: readonly Item[], index: number) => list[index] as Item;
