import { showAccount } from "./account.js";
import { logEvents } from "./events.js";
import { gateFeatures } from "./features.js";
import { followFocus } from "./focus.js";
import { createSession } from "./pkg/index.js";
import { offerAccounts } from "./reference.js";
import { showRoles } from "./roles.js";
import { offerSignIn } from "./sign-in.js";
import { showStatus } from "./status.js";

const session = createSession();

logEvents(session, document.getElementById("events"));
gateFeatures(session, document.querySelectorAll("[data-feature]"));
showStatus(session);
showAccount(session);
offerSignIn(session);
showRoles(session, document.getElementById("roles"));
followFocus(session, document.getElementById("session-panel"));
offerAccounts(session);

document.getElementById("slow-start").hidden = true;
