// The playground: the demo without a deployment. The session is a test session, and a panel changes the answers that a deployment would give.
// It is a part of the site of the guides.

import { showAccount } from "./account.js";
import { showCode } from "./code.js";
import { logEvents } from "./events.js";
import { gateFeatures } from "./features.js";
import { followFocus } from "./focus.js";
import { offerInspector, withPreview } from "./inspector.js";
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

const testSession = createTestSession({
  user: { id: 1, name: "Ada Lovelace", email: "ada@example.com", userType: "expert" },
  features: {
    "chat-history": true,
    "chat-messages": { enabled: true, limit: 40 },
    "report-analysis": true,
    "scrum-team-agent": false,
  },
  roles: ROLES,
});
// The panel is collapsed at first in a small window, where it would cover the page.
const session = await withPreview(testSession, { open: matchMedia("(min-width: 75rem)").matches });
const element = (id) => document.getElementById(id);

showCode();
logEvents(session, element("events"));
gateFeatures(session, document.querySelectorAll("[data-feature]"));
showStatus(session);
showAccount(session);
offerSignIn(session);
showRoles(session, element("roles"));
followFocus(session, element("session-panel"));
offerInspector(testSession, element("inspect"));
offerControls(testSession, element("steering"), { roles: ROLES });
// The controls move to the left side, because the inspector is on the right.
document.querySelector(".side").prepend(element("steering"));
document.querySelector(".main").append(document.querySelector(".changes"));

element("slow-start").hidden = true;
