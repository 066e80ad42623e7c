import http from "node:http";
import { until } from "./until.mjs";

/**
 * An address of its own in front of a deployment, whose answers can be held up halfway: `hold([method, path], …)` lets
 * the next answer to each such request through up to the middle of its body, headers and cookies included, and no
 * further; `held()` resolves once one is held up. `received` are the requests so far, `{ method, path, headers, body }`,
 * and `rewrite` makes the headers of each answer from those of the deployment.
 */
export async function startRelay(deployment, { rewrite = (headers) => headers } = {}) {
  const received = [];
  const wanted = [];
  let held = 0;

  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    const sent = Buffer.concat(await request.toArray());
    received.push({ method, path: url, headers, body: sent });
    const onward = http.request(deployment.origin + url, { method, headers, agent: false });
    onward.on("error", () => response.destroy());
    onward.on("response", async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      response.writeHead(answer.statusCode, rewrite(withoutFraming(answer.headers)));
      const index = wanted.findIndex(([its, path]) => its === method && path === url);
      if (index < 0) return response.end(body);
      wanted.splice(index, 1);
      response.write(body.subarray(0, body.length / 2));
      held += 1;
    });
    onward.end(sent);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    port: server.address().port,
    received,
    hold: (...requests) => wanted.push(...requests),
    held: () => until("an answer to be held up", () => held > 0),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The relay frames its answers itself. */
function withoutFraming({ "transfer-encoding": _, "content-length": __, connection: ___, ...headers }) {
  return headers;
}
