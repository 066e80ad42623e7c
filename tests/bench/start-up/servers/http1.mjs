// Node's own server, over HTTP/1.1: it answers from memory, and keeps a list of what was asked for.

import { createServer } from "node:http";
import { cacheControlOf } from "./site.mjs";

/** Serves `site` on a port of its own choice. `cache`: what the visits are made with. */
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
    /** The paths asked for since the last call. */
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    /** A later visit has no connection open. */
    disconnect: async () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
