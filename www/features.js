import { describeLimit } from "./wording.js";

const STATE_NAMES = { unknown: "Unknown", granted: "Open", denied: "Closed" };

/** Opens and closes each card by the feature that its `data-feature` names. */
export function gateFeatures(session, cards) {
  for (const card of cards) {
    session.permissions.reading(card.dataset.feature).subscribe((reading) => renderCard(card, reading));
  }
  session.gate({ status: "authenticated" }).subscribe((state) => {
    for (const card of cards) {
      card.querySelector(".locked").textContent =
        state === "granted"
          ? "Your role does not include this."
          : "Sign in to see whether your role includes this.";
    }
  });
}

function renderCard(card, { state, limit }) {
  card.dataset.state = state;
  card.querySelector(".state-name").textContent = STATE_NAMES[state];
  card.querySelector(".content").hidden = state !== "granted";
  card.querySelector(".skeleton").hidden = state !== "unknown";
  card.querySelector(".locked").hidden = state !== "denied";
  renderLimit(card.querySelector(".limit"), limit);
}

function renderLimit(element, limit) {
  element.hidden = limit === null;
  element.textContent = limit === null ? "" : `Limit: ${describeLimit(limit)}`;
}
