import { showAccount } from "./account.js";
import { showCode } from "./code.js";
import { logEvents } from "./events.js";
import { gateFeatures } from "./features.js";
import { followFocus } from "./focus.js";
import { isPreview, offerInspector, withPreview } from "./inspector.js";
import { createSession } from "./pkg/index.js";
import { offerAccounts } from "./reference.js";
import { showRoles } from "./roles.js";
import { offerSignIn } from "./sign-in.js";
import { showStatus } from "./status.js";

const session = isPreview ? await withPreview(createSession()) : createSession();

showCode();
logEvents(session, document.getElementById("events"));
gateFeatures(session, document.querySelectorAll("[data-feature]"));
showStatus(session);
showAccount(session);
offerSignIn(session);
showRoles(session, document.getElementById("roles"));
followFocus(session, document.getElementById("session-panel"));
offerAccounts(session);
offerInspector(session, document.getElementById("inspect"));

document.getElementById("slow-start").hidden = true;
