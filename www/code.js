// The code that makes each card, beside it, in the framework that the reader chooses. The choice is kept in this page alone.

import { FRAMEWORKS } from "./card-code.js";

/** What stands in the example for its own feature; a card has other words. */
const EXAMPLE = { open: "Your chats.", closed: "No chats in your plan." };
const WORDS = {
  "chat-history": EXAMPLE,
  "chat-messages": { open: "Your messages.", closed: "No messages in your plan." },
  "report-analysis": { open: "Your analysis.", closed: "No analysis in your plan." },
  "scrum-team-agent": { open: "Your team’s agent.", closed: "No agent in your plan." },
};

/** Puts the code behind each card, and below the roles. */
export function showCode() {
  const element = (id) => document.getElementById(id);
  const choice = element("framework");
  const guide = element("guide");
  const guides = element("guides").href;
  // The demo's own server has no guides.
  const served = new URL(guides).origin === location.origin ? "" : " (npm run site)";
  const places = [
    ...[...document.querySelectorAll("[data-feature]")].map((card) => ({
      element: placeAfter(card),
      code: (one) => codeOfFeature(one, card.dataset.feature),
    })),
    { element: placeIn(element("roles")), code: codeOfRole },
  ];
  choice.replaceChildren(...FRAMEWORKS.map(({ name, title }) => new Option(title, name)));
  const named = new URLSearchParams(location.search).get("framework");
  if (FRAMEWORKS.some(({ name }) => name === named)) choice.value = named;

  function show() {
    const one = FRAMEWORKS.find(({ name }) => name === choice.value);
    for (const { element, code } of places) element.textContent = code(one);
    guide.textContent = `A page of your own, in ${one.title}${served}`;
    guide.href = `${guides}${one.guide}.html`;
  }
  choice.addEventListener("change", show);
  show();
}

/** The example's lines, with this card's feature and words in place of its own. */
export function codeOfFeature({ feature: lines }, feature) {
  const { open, closed } = WORDS[feature];
  return lines
    .replaceAll(/"(?:chat-history|report-analysis)"/g, JSON.stringify(feature))
    .replaceAll("#analyse", `#${feature}`)
    .replaceAll("hasChats", "isOpen")
    .replaceAll(EXAMPLE.open, open)
    .replaceAll(EXAMPLE.closed, closed);
}

/** The same of a gate that asks for a role. */
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
