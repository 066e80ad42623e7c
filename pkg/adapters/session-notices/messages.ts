// The texts of the notices. A key is the member of the snapshot that the notice explains, or "stay", the label of a button.

import { textsOf } from "../shared/texts.js";
import type { SessionNoticeMessages } from "./index.js";

export const english: SessionNoticeMessages = {
  stale: "The service cannot be reached. What you see may be old.",
  expiring: "Your session ends soon.",
  stay: "Stay signed in",
  signOutPending: "You are not signed out yet. Trying again…",
};

export const german: SessionNoticeMessages = {
  stale: "Der Dienst ist nicht erreichbar. Was Sie sehen, ist vielleicht nicht mehr aktuell.",
  expiring: "Ihre Sitzung endet bald.",
  stay: "Angemeldet bleiben",
  signOutPending: "Sie sind noch nicht abgemeldet. Neuer Versuch …",
};

export const texts = textsOf(english, "the session's notices");
