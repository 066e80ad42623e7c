// Node's HTTP/1.1 server. It answers from memory, and lists the requested paths.

import { createServer } from "node:http";
import { cacheControlOf } from "./site.mjs";

/** Serves `site` on a free port. `cache`: "cold" or "warm", which decides whether browsers may cache files. */
export async function startHttp1({ site, cache }) {
  let requests = [];

  const server = createServer((request, response) => {
    requests.push(request.url);
    const resource = site.get(request.url);
    if (resource === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": resource.type,
      "content-length": resource.body.length,
      "cache-control": cacheControlOf(resource, cache),
      ...(resource.encoding && { "content-encoding": resource.encoding }),
    });
    response.end(resource.body);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    browserArguments: [],
    /** Returns the paths requested since the last call. */
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    /** Ends all connections, so that the next visit has to open new ones. */
    disconnect: async () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
