// Shows beside each card the code that makes it, in a framework that the reader chooses. The choice is not stored.

import { FRAMEWORKS } from "./card-code.js";

/** The texts in the examples' code, and for each card the texts that replace them. */
const EXAMPLE = { open: "Your chats.", closed: "No chats in your plan." };
const CARD_TEXTS = {
  "chat-history": EXAMPLE,
  "chat-messages": { open: "Your messages.", closed: "No messages in your plan." },
  "report-analysis": { open: "Your analysis.", closed: "No analysis in your plan." },
  "scrum-team-agent": { open: "Your team’s agent.", closed: "No agent in your plan." },
};

/** Puts the code after each card, and below the roles. */
export function showCode() {
  const element = (id) => document.getElementById(id);
  const choice = element("framework");
  const guide = element("guide");
  const guides = element("guides").href;
  // The demo's own server does not serve the guides, so the link says which command does.
  const servedBy = new URL(guides).origin === location.origin ? "" : " (npm run site)";
  const places = [
    ...[...document.querySelectorAll("[data-feature]")].map((card) => ({
      element: placeAfter(card),
      code: (framework) => codeOfFeature(framework, card.dataset.feature),
    })),
    { element: placeIn(element("roles")), code: codeOfRole },
  ];
  choice.replaceChildren(...FRAMEWORKS.map(({ name, title }) => new Option(title, name)));
  const fromAddress = new URLSearchParams(location.search).get("framework");
  if (FRAMEWORKS.some(({ name }) => name === fromAddress)) choice.value = fromAddress;

  function show() {
    const framework = FRAMEWORKS.find(({ name }) => name === choice.value);
    for (const { element, code } of places) element.textContent = code(framework);
    guide.textContent = `A page of your own, in ${framework.title}${servedBy}`;
    guide.href = `${guides}${framework.guide}.html`;
  }
  choice.addEventListener("change", show);
  show();
}

/** Returns the example's code, with this card's feature and texts in place of the example's. */
export function codeOfFeature({ feature: lines }, feature) {
  const { open, closed } = CARD_TEXTS[feature];
  return lines
    .replaceAll(/"(?:chat-history|report-analysis)"/g, JSON.stringify(feature))
    .replaceAll("#analyse", `#${feature}`)
    .replaceAll("hasChats", "isOpen")
    .replaceAll(EXAMPLE.open, open)
    .replaceAll(EXAMPLE.closed, closed);
}

/** Returns the example's code of a gate for a role. */
export function codeOfRole({ role }) {
  return role
    .replaceAll('feature: "report-analysis"', 'atLeast: "expert"')
    .replaceAll("#analyse", "#for-experts");
}

function placeAfter(card) {
  const figure = figureOf(`Code of ${card.querySelector("h3").textContent}`);
  card.after(figure);
  return figure.querySelector("code");
}

function placeIn(section) {
  const figure = figureOf("Code of a gate by role");
  section.append(figure);
  return figure.querySelector("code");
}

function figureOf(name) {
  const figure = document.createElement("figure");
  figure.className = "code";
  figure.setAttribute("aria-label", name);
  const pre = document.createElement("pre");
  pre.append(document.createElement("code"));
  figure.append(pre);
  return figure;
}
