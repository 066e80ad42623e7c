// A reverse proxy: one origin in front of an app's server and the deployment.

import http from "node:http";

const IS_API = /^\/(?:api|agent-hub-api|networks-api|data-api)\//;

/** Starts the proxy, which passes paths of the APIs to the deployment, and all others to the app. Resolves with `{ origin, stop }`. */
export async function startFront({ deployment, app }) {
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const target = (IS_API.test(url) ? deployment : app) + url;
    const forwarded = http.request(target, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
