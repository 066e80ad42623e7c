// Runs one measurement in a new page, so that no contestant changes how the JavaScript engine runs another.

import "./clock.js";

const open = (library, method) => async (names) => (await library()).checks[method](names);
const watch =
  (library, method = "watch") =>
  async (...given) =>
    (await library())[method](...given);

const libraries = {
  entry: () => import("./libraries/entry.js"),
  handWritten: () => import("./libraries/hand-written.js"),
  platformSession: () => import("./libraries/platform-session.js"),
  casl: () => import("./libraries/casl.js"),
  openfeature: () => import("./libraries/openfeature.js"),
  launchdarkly: () => import("./libraries/launchdarkly.js"),
  growthbook: () => import("./libraries/growthbook.js"),
  nanostores: () => import("./libraries/nanostores.js"),
};

const benches = {
  check: async (library, method) => (await import("./check.js")).measure(open(libraries[library], method)),
  change: async (library, method) => (await import("./change.js")).measure(watch(libraries[library], method)),
  publication: async (contestant, kind) => (await import("./publication.js")).measure(contestant, kind),
  renders: async (library) => (await import("./renders.jsx")).measure(library),
};

globalThis.measure = (bench, ...given) => benches[bench](...given);
