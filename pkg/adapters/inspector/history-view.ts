// The list of the log's entries, the newest first: all entries, or only the requests of `session.fetch`.

import { clockTime, createList, make, mark, setText } from "./dom.js";
import type { Entry, Log } from "./history.js";

/** The word for each kind of entry. */
const KINDS: Record<Entry["kind"], string> = {
  request: "sent",
  call: "called",
  heard: "heard",
  said: "told tabs",
  published: "shown",
  event: "event",
  page: "page",
};

const NOTHING_FETCHED = "No request of session.fetch so far.";
const NOTHING = "Nothing has happened since the panel is there.";

interface Options {
  history: Log;
  name: string;
  /** Whether only the requests of `session.fetch` are listed. */
  onlyFetch: boolean;
}

export function createHistoryView({ history, name, onlyFetch }: Options) {
  const list = make("ol", { class: "history" });
  const emptyText = make("p", { class: "none" }, onlyFetch ? NOTHING_FETCHED : NOTHING);
  const rows = createList(
    list,
    ({ number }: Entry) => number,
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
    element: make("div", { class: onlyFetch ? "requests" : "all" }, emptyText, list),
    render() {
      const entries = history.entries.filter(({ isFetch }) => isFetch || !onlyFetch);
      const sorted = entries.sort((a, b) => b.at - a.at || b.number - a.number);
      rows.show(sorted);
      emptyText.hidden = sorted.length > 0;
    },
  };
}
