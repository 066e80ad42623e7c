// The contestants of each bench, in the order of the tables. `given`: the arguments of the page's `measure`. `to`: the label of the contestant
// that this one is compared with.

const OURS = "platform-session";
const ENTRY = `${OURS}, its JavaScript alone`;
const MAP = "a bare `Map`";
const SET = "a `Set` of listeners a feature, by hand";
const EQUAL = `${SET}, with the same work`;

const check = (label, library, method) => ({ label, given: ["check", library, method], to: MAP });
const change = (label, library, method) => ({ label, given: ["change", library, method], to: EQUAL });
const renders = (label, library) => ({ label, given: ["renders", library], to: OURS });

const publications = (changes, kind) => {
  const byHand = `a diff by hand, ${changes}`;
  const publication = (label, contestant) => ({
    label: `${label}, ${changes}`,
    given: ["publication", contestant, kind],
    to: kind === "stale" ? undefined : byHand,
  });
  const ours = [publication(ENTRY, "entry"), publication(OURS, "package")];
  return kind === "stale" ? ours : [publication("a diff by hand", "diff"), ...ours];
};

/** The benches, by name. */
export const BENCHES = {
  check: {
    title: "One check, of 200 features",
    unit: "nanoseconds",
    contestants: [
      check(`${OURS}, \`permissions.can\``, "platformSession", "can"),
      check(`${OURS}, \`gate.granted\` of 200 gates`, "platformSession", "granted"),
      check(MAP, "handWritten", "map"),
      check("a frozen object", "handWritten", "object"),
      check("nanostores, a map", "nanostores", "get"),
      check("CASL, `can`", "casl", "can"),
      check("LaunchDarkly, `variation`", "launchdarkly", "variation"),
      check("GrowthBook, `isOn`", "growthbook", "isOn"),
      check("OpenFeature, `getBooleanValue`", "openfeature", "getBooleanValue"),
    ],
  },
  change: {
    title: "One change of 200 features, with 10,000 subscribers, 50 of which watch it",
    unit: "microseconds",
    contestants: [
      change(SET, "handWritten"),
      change(EQUAL, "handWritten", "watchAnswers"),
      change(ENTRY, "entry"),
      change(OURS, "platformSession"),
      change("LaunchDarkly", "launchdarkly"),
      change("nanostores, an atom a feature", "nanostores", "watchAtoms"),
      change("nanostores, a map", "nanostores", "watchMap"),
      change("CASL", "casl"),
      change("OpenFeature", "openfeature"),
    ],
  },
  publication: {
    title: "Publishing 10,000 features",
    unit: "milliseconds",
    contestants: [
      ...publications("one changes", "one"),
      ...publications("all change", "all"),
      ...publications("nothing changes", "nothing"),
      ...publications("`stale` alone", "stale"),
    ],
  },
  renders: {
    title: "React 19: one change, with 1,000 gates, 5 of which are concerned",
    unit: "milliseconds",
    contestants: [
      renders(OURS, "platform-session"),
      renders("nanostores, an atom a feature", "nanostores"),
      renders("CASL", "casl"),
      renders("LaunchDarkly", "launchdarkly"),
      renders("GrowthBook", "growthbook"),
      renders("OpenFeature", "openfeature"),
    ],
  },
};

/**
 * The targets. `of`: the label of a row; with `ratio`, its ratio to the row `to`, or to the row that it is compared with. `most`, `least`: the
 * limit. `renders`: counts components instead. `readme`: the label in docs/figures.md.
 */
export const TARGETS = [
  {
    bench: "check",
    of: `${OURS}, \`permissions.can\``,
    ratio: true,
    most: 1,
    readme: "`permissions.can`, against a bare `Map`",
  },
  { bench: "check", of: "CASL, `can`", to: `${OURS}, \`permissions.can\``, ratio: true, least: 3 },
  ...[ENTRY, OURS].flatMap((contestant) => [
    {
      bench: "change",
      of: contestant,
      ratio: true,
      most: 1.5,
      ...(contestant === OURS && {
        readme: "a change, against a `Set` of listeners by hand with the same work",
      }),
    },
    { bench: "publication", of: `${contestant}, one changes`, ratio: true, most: 3 },
    { bench: "publication", of: `${contestant}, nothing changes`, most: 1 },
  ]),
  {
    bench: "renders",
    of: OURS,
    renders: true,
    most: 5,
    readme: "React components that render again, of 5 concerned",
  },
];
