// React: 1,000 components, each gated by one of 200 features, one of which is switched. Measures how many components render again, and the
// time from the parsed answer until the document shows the change.

import { createRoot } from "react-dom/client";
import { median } from "../../quantiles.mjs";
import { after } from "./clock.js";
import { namesOf } from "./features.js";

const FEATURES = 200;
const GATES = 1_000;
const CONCERNED = GATES / FEATURES;
const WARM_UP = 8;
const CHANGES = 7;
const SETTLED_MS = 30;

const libraries = {
  "platform-session": () => import("./adapters/platform-session.jsx"),
  casl: () => import("./adapters/casl.jsx"),
  openfeature: () => import("./adapters/openfeature.jsx"),
  launchdarkly: () => import("./adapters/launchdarkly.jsx"),
  growthbook: () => import("./adapters/growthbook.jsx"),
  nanostores: () => import("./adapters/nanostores.jsx"),
};

let renders = 0;

/** Returns the milliseconds of a change, and how many components rendered again. */
export async function measure(library) {
  const names = namesOf(FEATURES);
  const { open } = await libraries[library]();
  const { Provider, useOpen, change } = await open(names);

  const Row = ({ name }) => {
    renders += 1;
    return <li>{useOpen(name) ? "open" : "closed"}</li>;
  };
  // The elements are created once, so that only its own gate makes a row render again.
  const rows = Array.from({ length: GATES }, (_, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
    <Row key={number} name={names[number % FEATURES]} />
  ));
  const list = document.body.appendChild(document.createElement("ul"));
  createRoot(list).render(<Provider>{rows}</Provider>);
  await after(300);
  if (list.children.length !== GATES) throw new Error(`${list.children.length} gates are shown`);

  const times = [];
  let rendered = 0;
  const turned = new Set();
  for (let number = 0; number < WARM_UP + CHANGES; number += 1) {
    const name = names[(number * 7) % FEATURES];
    if (!turned.delete(name)) turned.add(name);
    await after(SETTLED_MS);
    renders = 0;
    const shown = changeOf(list);
    const began = await change(turned);
    const took = (await shown) - began;
    await after(SETTLED_MS);
    if (number < WARM_UP) continue;
    times.push(took);
    rendered = Math.max(rendered, renders);
  }
  return { milliseconds: median(times), renders: rendered };
}

/** Resolves with the time at which all concerned components have changed. */
function changeOf(list) {
  return new Promise((resolve) => {
    let changed = 0;
    const observer = new MutationObserver((records) => {
      changed += records.length;
      if (changed < CONCERNED) return;
      observer.disconnect();
      resolve(performance.now());
    });
    observer.observe(list, { subtree: true, characterData: true });
  });
}
