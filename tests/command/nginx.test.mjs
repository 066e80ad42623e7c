// `platform-session check` on a deployment behind a proxy with https.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startDeployment } from "../e2e/support/platform.mjs";
import { freePort } from "../e2e/support/ports.mjs";
import { environmentOf, platformSession, problemsIn, reportOf } from "./support/command.mjs";
import { startNginx } from "./support/nginx.mjs";

describe("check, behind nginx by https", () => {
  it("finds no problem in the page, its files and the cookie, and names a certificate that is not trusted", async () => {
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const flags = ["--origin", origin, "--bearer", "cookie"];
    const deployment = await startDeployment({ site: "bare", isSteered: false, flags });
    const nginx = await startNginx(deployment, port);
    try {
      const env = environmentOf("ada", { NODE_EXTRA_CA_CERTS: nginx.authority });
      const report = await reportOf([nginx.origin, "--page", `${nginx.origin}/index.html`], { env });
      assert.deepEqual(problemsIn(report), {}, report.stdout);
      assert.ok(report.findings.some(({ code, result }) => code === "cookie-secure" && result === "right"));
      const untrusted = await platformSession(["check", nginx.origin]);
      assert.equal(untrusted.status, 1);
      assert.match(untrusted.stdout, /a certificate that this machine does not trust.*NODE_EXTRA_CA_CERTS/);
    } finally {
      await nginx.stop();
      await deployment.stop();
    }
  });
});
