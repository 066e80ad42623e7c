// The demo without a deployment: the session is the tests' double, and this panel says what a deployment would say. The site of the
// guides serves it, as static files.

import { showAccount } from "./account.js";
import { showCode } from "./code.js";
import { logEvents } from "./events.js";
import { gateFeatures } from "./features.js";
import { followFocus } from "./focus.js";
import { offerInspector, previewed } from "./inspector.js";
import { createTestSession } from "./pkg/dist/testing.js";
import { offerControls } from "./playground-controls.js";
import { showRoles } from "./roles.js";
import { offerSignIn } from "./sign-in.js";
import { showStatus } from "./status.js";

const ROLES = [
  { name: "default", label: "Default", description: "What all users have.", rank: 10 },
  { name: "expert", label: "Expert", description: "More than the default.", rank: 50 },
  { name: "administrator", label: "Administrator", description: "All there is.", rank: 100 },
];

const double = createTestSession({
  user: { id: 1, name: "Ada Lovelace", email: "ada@example.com", userType: "expert" },
  features: {
    "chat-history": true,
    "chat-messages": { enabled: true, limit: 40 },
    "report-analysis": true,
    "scrum-team-agent": false,
  },
  roles: ROLES,
});
// On a small window the panel would cover the page: it begins collapsed there.
const session = await previewed(double, { open: matchMedia("(min-width: 75rem)").matches });
const element = (id) => document.getElementById(id);

showCode();
logEvents(session, element("events"));
gateFeatures(session, document.querySelectorAll("[data-feature]"));
showStatus(session);
showAccount(session);
offerSignIn(session);
showRoles(session, element("roles"));
followFocus(session, element("session-panel"));
offerInspector(double, element("inspect"));
offerControls(double, element("steering"), { roles: ROLES });
// Controls and inspector on both sides of the cards.
document.querySelector(".side").prepend(element("steering"));
document.querySelector(".main").append(document.querySelector(".changes"));

element("slow-start").hidden = true;
