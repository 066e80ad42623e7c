// HTTP/2: nginx, and between it and the browser a line with latency, a data rate and TCP's first round trips.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLine } from "../line/line.mjs";
import { makeCertificate } from "./certificate.mjs";
import { startNginx } from "./nginx.mjs";

/** Serves `site` over a line. `network`: `{ latencyMs, megabitsPerSecond }`. */
export async function startHttp2({ site, cache, network }) {
  const folder = mkdtempSync(join(tmpdir(), "start-up-"));
  const certificate = await makeCertificate(folder);
  const server = await startNginx({ site, cache, certificate, folder });
  const line = await startLine(server.port, network);
  return {
    // A name and not an address, for the certificate is for a name.
    origin: `https://localhost:${line.port}`,
    browserArguments: [
      `--ignore-certificate-errors-spki-list=${certificate.pin}`,
      "--host-resolver-rules=MAP localhost 127.0.0.1",
    ],
    takeRequests: server.takeRequests,
    disconnect: line.disconnect,
    async close() {
      await line.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
