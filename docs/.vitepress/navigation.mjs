// One navigation, by what a reader wants to do.

const page = (text, name) => ({ text, link: `/${name}` });

/** The groups of guides, each with its pages. Every page of docs/ stands in one, which a test holds. */
export const GUIDES = [
  {
    text: "Start",
    items: [
      page("Getting started", "getting-started"),
      page("Playground", "playground"),
      {
        text: "In your framework",
        items: [
          page("React", "react"),
          page("React Router in data mode", "react-router"),
          page("Next", "next"),
          page("Vue and Nuxt", "vue"),
          page("Svelte and SvelteKit", "svelte"),
          page("Solid", "solid"),
          page("Angular", "angular"),
          page("Plain HTML", "elements"),
        ],
      },
      page("Coming from another library", "coming-from"),
    ],
  },
  {
    text: "Gate",
    items: [
      page("Gating", "gating"),
      page("Protected routes", "protected-routes"),
      page("The inspector", "inspector"),
      page("OpenFeature", "openfeature"),
    ],
  },
  {
    text: "Sign in",
    items: [
      page("The session", "sessions"),
      page("Single sign-on", "single-sign-on"),
      page("Forms and lost sessions", "forms"),
    ],
  },
  {
    text: "Load data",
    items: [
      page("Requests, and HTTP clients", "requests"),
      page("Data libraries", "data"),
      page("Realtime", "realtime"),
      page("Rendering on a server", "server"),
    ],
  },
  { text: "Test", items: [page("Testing", "testing")] },
  {
    text: "Ship",
    items: [
      page("Bundlers", "bundlers"),
      page("Deploying", "deploying"),
      page("The command", "command"),
      page("Base paths and origins", "base-paths"),
      page("Security", "security"),
      page("Error reporting", "error-reporting"),
    ],
  },
  {
    text: "Look up",
    items: [
      page("Reference", "reference/"),
      page("Troubleshooting", "troubleshooting"),
      page("Glossary", "glossary"),
      page("Changelog", "source/CHANGELOG"),
    ],
  },
  {
    text: "How it is made",
    link: "/house",
    collapsed: true,
    items: [
      page("The house", "house"),
      page("Design", "design"),
      page("The Identity API, row by row", "identity-api"),
      page("Figures", "figures"),
      page("The start-up, measured", "start-up"),
      page("Gates, measured", "gates-benchmark"),
      page("How it is proven", "proofs"),
      page("Contributing", "source/CONTRIBUTING"),
    ],
  },
];

/** The reference, by import: what a module exports, below its name. */
export function referenceSidebar(names) {
  const modules = groupBy(names);
  return [
    { text: "Guides", link: "/" },
    ...[...modules].map(([module, exported]) => ({
      text: module.replace("platform-session/", "…/"),
      link: `/reference/${module}/`,
      collapsed: module !== "platform-session",
      items: exported.map(({ name, path }) => ({ text: name, link: path.replace(/\.md$/, "") })),
    })),
  ];
}

function groupBy(names) {
  const groups = new Map();
  for (const name of names) groups.set(name.module, [...(groups.get(name.module) ?? []), name]);
  return groups;
}
