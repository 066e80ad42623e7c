// Who is measured at what, in the order of the tables. `given`: what the page's `measure` takes.

const OURS = "platform-session";
const ENTRY = `${OURS}, its entry alone`;

const check = (label, library, method) => ({ label, given: ["check", library, method] });
const change = (label, library, method) => ({ label, given: ["change", library, method] });
const publication = (label, contestant, kind) => ({ label, given: ["publication", contestant, kind] });
const renders = (label, library) => ({ label, given: ["renders", library] });

export const CHECKS = [
  check(`${OURS}, \`permissions.can\``, "platformSession", "can"),
  check(`${OURS}, \`gate.granted\``, "platformSession", "granted"),
  check("a bare `Map`", "handWritten", "map"),
  check("a frozen object", "handWritten", "object"),
  check("nanostores, a map", "nanostores", "get"),
  check("CASL, `can`", "casl", "can"),
  check("LaunchDarkly, `variation`", "launchdarkly", "variation"),
  check("GrowthBook, `isOn`", "growthbook", "isOn"),
  check("OpenFeature, `getBooleanValue`", "openfeature", "getBooleanValue"),
];

export const CHANGES = [
  change("a `Set` of listeners a feature, by hand", "handWritten"),
  change(ENTRY, "entry"),
  change(OURS, "platformSession"),
  change("LaunchDarkly", "launchdarkly"),
  change("nanostores, an atom a feature", "nanostores", "watchAtoms"),
  change("nanostores, a map", "nanostores", "watchMap"),
  change("CASL", "casl"),
  change("OpenFeature", "openfeature"),
];

export const PUBLICATIONS = [
  publication("a diff by hand, one change", "diff", "one"),
  publication(`${ENTRY}, one change`, "entry", "one"),
  publication(`${OURS}, one change`, "package", "one"),
  publication("a diff by hand, all change", "diff", "all"),
  publication(`${ENTRY}, all change`, "entry", "all"),
  publication(`${OURS}, all change`, "package", "all"),
  publication("a diff by hand, nothing changes", "diff", "nothing"),
  publication(`${ENTRY}, nothing changes`, "entry", "nothing"),
  publication(`${OURS}, nothing changes`, "package", "nothing"),
  publication(`${ENTRY}, \`stale\` alone`, "entry", "stale"),
  publication(`${OURS}, \`stale\` alone`, "package", "stale"),
];

export const RENDERS = [
  renders(OURS, "platform-session"),
  renders("nanostores, an atom a feature", "nanostores"),
  renders("CASL", "casl"),
  renders("LaunchDarkly", "launchdarkly"),
  renders("GrowthBook", "growthbook"),
  renders("OpenFeature", "openfeature"),
];
