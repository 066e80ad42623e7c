// What has happened, the newest first: all of it, or the requests of `session.fetch` alone.

import { clockTime, createList, make, mark, setText } from "./dom.js";

/** What each kind of entry is called. */
const KINDS = {
  request: "sent",
  call: "called",
  heard: "heard",
  said: "told tabs",
  published: "shown",
  event: "event",
  page: "page",
};

const NONE = {
  true: "No request of session.fetch so far.",
  false: "Nothing has happened since the panel is there.",
};

export function createHistoryView({ history, name, onlyFetch }) {
  const list = make("ol", { class: "history" });
  const none = make("p", { class: "none" }, NONE[onlyFetch]);
  const rows = createList(
    list,
    ({ number }) => number,
    (entry) => {
      const what = make("span", { class: "what" });
      const outcome = make("span", { class: "outcome" });
      const kind = onlyFetch ? "" : KINDS[entry.kind];
      const row = make(
        "li",
        { "data-kind": entry.kind },
        make("time", {}, clockTime(entry.at)),
        make("span", { class: "kind" }, kind),
        make("span", { class: "told" }, what, " ", outcome),
      );
      return {
        element: row,
        update(now) {
          setText(what, now.what);
          const isRunning = now.outcome === undefined && (now.kind === "request" || now.kind === "call");
          setText(outcome, isRunning ? "under way…" : (now.outcome ?? ""));
          mark(row, "data-failed", now.failed === true);
        },
      };
    },
  );
  return {
    name,
    element: make("div", { class: onlyFetch ? "requests" : "all" }, none, list),
    render() {
      const entries = history.entries.filter(({ isFetch }) => isFetch || !onlyFetch);
      const sorted = entries.sort((a, b) => b.at - a.at || b.number - a.number);
      rows.show(sorted);
      none.hidden = sorted.length > 0;
    },
  };
}
