// Made by "npm run docs" from the files that it names. A test holds it to them.

export const FRAMEWORKS = [
  {
    "name": "javascript",
    "title": "JavaScript",
    "guide": "getting-started",
    "file": "examples/getting-started/main.js",
    "feature": "function showWhere(conditions, selector) {\n  const gate = session.gate(conditions);\n  gate.subscribe(() => {\n    element(selector).hidden = !gate.granted;\n  });\n}\n\nshowWhere({ feature: \"report-analysis\" }, \"#analyse\");",
    "role": "function showWhere(conditions, selector) {\n  const gate = session.gate(conditions);\n  gate.subscribe(() => {\n    element(selector).hidden = !gate.granted;\n  });\n}\n\nshowWhere({ feature: \"report-analysis\" }, \"#analyse\");"
  },
  {
    "name": "react",
    "title": "React",
    "guide": "react",
    "file": "examples/react/src/Reports.tsx",
    "feature": "<Gate feature=\"chat-history\" fallback={<p>No chats in your plan.</p>}>\n  <p>Your chats.</p>\n</Gate>",
    "role": "<Gate atLeast=\"expert\" fallback={<p>For experts.</p>}>\n  <p>Reports of everybody.</p>\n</Gate>"
  },
  {
    "name": "vue",
    "title": "Vue",
    "guide": "vue",
    "file": "examples/vue/src/Reports.vue",
    "feature": "<Gate feature=\"chat-history\">\n  <p>Your chats.</p>\n  <template #fallback><p>No chats in your plan.</p></template>\n</Gate>",
    "role": "<Gate at-least=\"expert\">\n  <p>Reports of everybody.</p>\n  <template #fallback><p>For experts.</p></template>\n</Gate>"
  },
  {
    "name": "svelte",
    "title": "Svelte",
    "guide": "svelte",
    "file": "examples/svelte/src/routes/reports/+page.svelte",
    "feature": "<Gate feature=\"chat-history\">\n  <p>Your chats.</p>\n  {#snippet fallback()}<p>No chats in your plan.</p>{/snippet}\n</Gate>",
    "role": "<Gate atLeast=\"expert\">\n  <p>Reports of everybody.</p>\n  {#snippet fallback()}<p>For experts.</p>{/snippet}\n</Gate>"
  },
  {
    "name": "solid",
    "title": "Solid",
    "guide": "solid",
    "file": "examples/solid/src/Reports.tsx",
    "feature": "<Gate feature=\"chat-history\" fallback={<p>No chats in your plan.</p>}>\n  <p>Your chats.</p>\n</Gate>",
    "role": "<Gate atLeast=\"expert\" fallback={<p>For experts.</p>}>\n  <p>Reports of everybody.</p>\n</Gate>"
  },
  {
    "name": "angular",
    "title": "Angular",
    "guide": "angular",
    "file": "examples/angular/src/reports.ts",
    "feature": "protected readonly hasChats = injectCan({ feature: \"chat-history\" });\n\n@if (hasChats()) {\n  <p>Your chats.</p>\n} @else {\n  <p>No chats in your plan.</p>\n}",
    "role": "protected readonly expert = injectGateState({ atLeast: \"expert\" });\n\n@switch (expert()) {\n  @case (\"granted\") {\n    <p>Reports of everybody.</p>\n  }\n  @case (\"denied\") {\n    <p>For experts.</p>\n  }\n}"
  },
  {
    "name": "elements",
    "title": "HTML",
    "guide": "elements",
    "file": "examples/elements/reports/index.html",
    "feature": "<permission-gate feature=\"chat-history\">\n  <p>Your chats.</p>\n  <p slot=\"fallback\">No chats in your plan.</p>\n</permission-gate>",
    "role": "<permission-gate at-least=\"expert\">\n  <p>Reports of everybody.</p>\n  <p slot=\"fallback\">For experts.</p>\n</permission-gate>"
  }
];
