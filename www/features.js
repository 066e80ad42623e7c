import { describeLimit } from "./wording.js";

const STATE_NAMES = { unknown: "Unknown", granted: "Open", denied: "Closed" };

/** Gates each card by the feature that its `data-feature` names. */
export function gateFeatures(session, cards) {
  const renders = Array.from(cards, (card) => {
    const feature = card.dataset.feature;
    const render = () => renderCard(card, session, feature);
    session.permissions.feature(feature).subscribe(render);
    return render;
  });

  // A feature that is listed neither before nor after is silent when the session becomes known: its status tells.
  let known = session.snapshot.status;
  session.subscribe(({ status }) => {
    if (status !== known) {
      known = status;
      for (const render of renders) {
        render();
      }
    }
  });
}

function renderCard(card, { permissions, snapshot }, feature) {
  const state = permissions.state(feature);
  card.dataset.state = state;
  card.querySelector(".state-name").textContent = STATE_NAMES[state];
  card.querySelector(".content").hidden = state !== "granted";
  card.querySelector(".skeleton").hidden = state !== "unknown";
  const locked = card.querySelector(".locked");
  locked.hidden = state !== "denied";
  locked.textContent =
    snapshot.status === "authenticated"
      ? "Your role does not include this."
      : "Sign in to see whether your role includes this.";
  renderLimit(card.querySelector(".limit"), permissions.get(feature)?.limit ?? null);
}

function renderLimit(element, limit) {
  element.hidden = limit === null;
  element.textContent = limit === null ? "" : `Limit: ${describeLimit(limit)}`;
}
