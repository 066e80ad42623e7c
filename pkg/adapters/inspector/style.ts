// The styles of the panel, for a constructed style sheet, which a strict policy allows. Text has a contrast of at least 4.5:1 everywhere.

export const STYLE = `
:host {
  all: initial;
  color-scheme: light dark;
  --ground: #fff;
  --sunken: #f4f7f5;
  --ink: #17211d;
  --muted: #54635c;
  --line: #d8e0db;
  --edge: #b4c1ba;
  --accent: #14594a;
  --on-accent: #fff;
  --open: #0d5a45;
  --open-ground: #daf0e6;
  --closed: #8c1d1a;
  --closed-ground: #fbe3df;
  --unknown: #47535b;
  --unknown-ground: #e9edf0;
  --warn: #674500;
  --warn-ground: #fbf0d5;
  --mark: #c026d3;
  --shadow: 0 1px 2px rgb(20 30 26 / 12%), 0 16px 48px -12px rgb(20 30 26 / 32%);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}

@media (prefers-color-scheme: dark) {
  :host {
    --ground: #161d1a;
    --sunken: #101613;
    --ink: #e6ede9;
    --muted: #a3b3ab;
    --line: #2b3733;
    --edge: #46554f;
    --accent: #86d8be;
    --on-accent: #06251c;
    --open: #8fe0c4;
    --open-ground: #17392e;
    --closed: #ffb9b3;
    --closed-ground: #45211f;
    --unknown: #c3ced4;
    --unknown-ground: #2b343a;
    --warn: #f2d190;
    --warn-ground: #33290f;
    --mark: #f0a6ff;
    --shadow: 0 1px 2px rgb(0 0 0 / 50%), 0 16px 48px -8px rgb(0 0 0 / 70%);
  }
}

* { box-sizing: border-box; margin: 0; padding: 0; }
[hidden] { display: none !important; }
ul, ol { list-style: none; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.opener, .panel, .box { position: fixed; z-index: 2147483647; }
.opener, .panel {
  color: var(--ink);
  background: var(--ground);
  border: 1px solid var(--edge);
  box-shadow: var(--shadow);
  font: 400 13px / 1.45 var(--sans);
  text-align: start;
}

.opener {
  right: 12px;
  bottom: calc(12px + 44px * var(--number, 0));
  display: flex;
  align-items: center;
  gap: 8px;
  max-width: calc(100vw - 24px);
  min-height: 36px;
  padding: 6px 14px 6px 12px;
  border-radius: 18px;
  font-weight: 550;
}
.opener:hover { border-color: var(--accent); }
.brief { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.dot { flex: none; width: 10px; height: 10px; border-radius: 50%; background: var(--unknown); }
.dot[data-status="authenticated"] { background: var(--open); }
.dot[data-status="unauthenticated"] { background: none; box-shadow: inset 0 0 0 2px var(--unknown); }
.dot[data-status="stale"] { background: var(--warn); }

.panel {
  right: 12px;
  bottom: 12px;
  display: flex;
  flex-direction: column;
  width: min(440px, calc(100vw - 24px));
  height: min(600px, calc(100dvh - 24px));
  border-radius: 14px;
  overflow: hidden;
}
header { padding: 12px 16px 10px; }
.top { display: flex; align-items: center; gap: 10px; }
.who { flex: 1; min-width: 0; font-size: 15px; font-weight: 650; line-height: 1.35; overflow-wrap: anywhere; }
.since { margin-top: 2px; color: var(--muted); font-variant-numeric: tabular-nums; }
.notice, .banner { margin-top: 8px; padding: 6px 10px; border-radius: 8px; background: var(--warn-ground); color: var(--warn); }
.banner { display: flex; align-items: center; gap: 8px; }
.previewed { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.plain {
  flex: none;
  min-height: 26px;
  padding: 1px 10px;
  border: 1px solid var(--edge);
  border-radius: 13px;
  background: var(--ground);
  color: var(--ink);
}
.plain:hover { border-color: var(--accent); }

[role="tablist"] { display: flex; padding: 0 8px; border-bottom: 1px solid var(--line); }
[role="tab"] {
  flex: 1;
  min-width: 0;
  padding: 8px 4px;
  border: 0;
  border-bottom: 2px solid transparent;
  margin-bottom: -1px;
  background: none;
  color: var(--muted);
}
[role="tab"]:hover { color: var(--ink); }
[role="tab"]:focus-visible { outline-offset: -3px; border-radius: 6px; }
[role="tab"][aria-selected="true"] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 600; }
[role="tabpanel"] { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; background: var(--sunken); }
[role="tabpanel"]:focus-visible { outline-offset: -2px; }
.none, .missing { padding: 16px; color: var(--muted); }
.missing p + p { margin-top: 8px; }

.gates { display: grid; gap: 8px; padding: 12px; }
.gates li { padding: 10px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--ground); }
.gates li.pointed, .gates li:hover, .gates li:focus-within { border-color: var(--mark); }
.gates li.pointed { box-shadow: 0 0 0 1px var(--mark); }
.line { display: flex; align-items: center; gap: 8px; }
.state {
  flex: none;
  min-width: 66px;
  padding: 1px 8px;
  border-radius: 9px;
  background: var(--unknown-ground);
  color: var(--unknown);
  font-size: 12px;
  font-weight: 600;
  text-align: center;
}
[data-state="granted"] .state { background: var(--open-ground); color: var(--open); }
[data-state="denied"] .state { background: var(--closed-ground); color: var(--closed); }
.find { min-width: 0; border: 0; border-radius: 4px; background: none; text-align: start; }
.name { font: 600 12.5px / 1.4 var(--mono); overflow-wrap: anywhere; }
.why { margin-top: 6px; overflow-wrap: anywhere; }
.note { margin-top: 2px; color: var(--muted); font-size: 12px; }

.history { padding: 6px 0; }
.history li { display: flex; align-items: baseline; gap: 10px; padding: 4px 16px; }
.history li:nth-child(even) { background: var(--ground); }
time { flex: none; color: var(--muted); font: 12px / 1.5 var(--mono); }
.kind { flex: none; width: 62px; color: var(--muted); font-size: 12px; }
.requests .kind { display: none; }
.told { min-width: 0; overflow-wrap: anywhere; }
.outcome { white-space: nowrap; color: var(--muted); font-variant-numeric: tabular-nums; }
[data-failed="true"] .outcome, [data-kind="published"][data-failed="true"] .what,
[data-kind="event"][data-failed="true"] .what { color: var(--closed); }

.preview form { display: grid; gap: 10px; padding: 14px 16px; }
.preview h3 { margin-top: 6px; font-size: 13px; font-weight: 650; }
.preview .none { padding: 0; }
.field { display: flex; align-items: center; gap: 12px; }
.field label { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.features { display: grid; gap: 8px; }
.features label { font: 12.5px / 1.4 var(--mono); }
select, input {
  flex: none;
  width: 190px;
  max-width: 60%;
  min-height: 30px;
  padding: 2px 8px;
  border: 1px solid var(--edge);
  border-radius: 8px;
  background: var(--ground);
}
input::placeholder { color: var(--muted); opacity: 1; }

.box { border: 2px solid var(--mark); border-radius: 6px; pointer-events: none; }

@media (max-width: 480px) {
  .panel { right: 0; bottom: 0; width: 100vw; height: min(70dvh, 560px); border-width: 1px 0 0; border-radius: 14px 14px 0 0; }
  select, input { width: 168px; }
}
`;
