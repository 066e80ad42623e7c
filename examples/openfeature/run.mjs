import assert from "node:assert/strict";
import { createTestSession } from "platform-session/testing";
import { startFlags } from "./flags.js";
import { reportsOf } from "./reports.js";
import { watchFlag } from "./watch.js";

const session = createTestSession({ features: { "report-analysis": { enabled: true, limit: { max: 3 } } } });
const client = await startFlags(session);
assert.equal(reportsOf(client), "3 reports a day");
const shown = [];
const stop = watchFlag(client, "report-analysis", () => shown.push(reportsOf(client)));
shown.length = 0;
session.setFeatures({ "report-analysis": { enabled: true, limit: { max: 5 } }, "chat-history": true });
session.setFeatures({ "report-analysis": { enabled: true, limit: { max: 5 } } });
session.signOut();
await new Promise((resolve) => setTimeout(resolve));
stop();
assert.deepEqual(shown, ["5 reports a day", "Not for your role"]);
console.log("the flags follow the permissions");
