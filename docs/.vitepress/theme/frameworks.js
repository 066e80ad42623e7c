// The frameworks that code is shown in, and the one that the reader has chosen. It is kept in this page's memory, and in its
// address: nothing is written to storage.

import { ref } from "vue";

/** `folders`: the examples that are in it. */
export const FRAMEWORKS = [
  {
    name: "javascript",
    title: "JavaScript",
    folders: ["getting-started", "requests", "requests-clients", "script", "forms"],
  },
  { name: "react", title: "React", folders: ["react", "react-router-data", "data-react", "forms-react"] },
  { name: "next", title: "Next", folders: ["next"] },
  { name: "vue", title: "Vue", folders: ["vue", "vue-nuxt", "data-vue", "forms-vue"] },
  { name: "svelte", title: "Svelte", folders: ["svelte"] },
  { name: "solid", title: "Solid", folders: ["solid"] },
  { name: "angular", title: "Angular", folders: ["angular"] },
  { name: "elements", title: "HTML", folders: ["elements"] },
];

/** The chosen framework's name; "" until there is one. */
export const framework = ref("");

export function readFramework() {
  const named = new URLSearchParams(location.search).get("framework");
  if (FRAMEWORKS.some(({ name }) => name === named)) framework.value = named;
}

export function chooseFramework(name) {
  framework.value = name;
  const address = new URL(location.href);
  address.searchParams.set("framework", name);
  history.replaceState(history.state, "", address);
}
