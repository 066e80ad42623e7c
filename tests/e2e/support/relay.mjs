import http from "node:http";
import { until, within } from "./until.mjs";

const MEETING_MS = 10_000;

/**
 * Opens an address of its own in front of a deployment, to hold answers up halfway: `hold([method, path], …)` lets
 * the next answer to each such request through up to the middle of its body, headers and cookies included, and no
 * further; `held()` resolves once one is held up. `halt("request" | "answer", method, path)` halts the next such request
 * before the deployment sees it, or its answer once the deployment has given it: `met` resolves when it is halted,
 * `go()` lets it pass and `lose()` loses it, with every repetition of it that the browser makes by itself. What the page
 * gives up meanwhile still reaches the deployment.
 * `received` are the requests so far, `{ method, path, headers, body }`, and `rewrite` makes the headers of each answer
 * from those of the deployment. `port`: the relay's own port, if not any.
 */
export async function startRelay(deployment, { rewrite = (headers) => headers, port = 0 } = {}) {
  const received = [];
  const toHold = [];
  const halts = [];
  const lost = [];
  let held = 0;

  /** Waits where this request, or its answer, is to be halted. Returns whether it may go on. */
  const mayGoOn = (where, method, path) => {
    const index = halts.findIndex((it) => it.where === where && it.method === method && it.path === path);
    if (index < 0) return !lost.includes(`${where} ${method} ${path}`);
    const [{ meet, over }] = halts.splice(index, 1);
    meet();
    return over;
  };

  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    const sent = Buffer.concat(await request.toArray());
    received.push({ method, path: url, headers, body: sent });
    if (!(await mayGoOn("request", method, url))) return response.destroy();
    const onward = http.request(deployment.origin + url, { method, headers, agent: false });
    onward.on("error", () => response.destroy());
    onward.on("response", async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      if (!(await mayGoOn("answer", method, url))) return response.destroy();
      response.writeHead(answer.statusCode, rewrite(withoutFraming(answer.headers)));
      const index = toHold.findIndex(([its, path]) => its === method && path === url);
      if (index < 0) return response.end(body);
      toHold.splice(index, 1);
      response.write(body.subarray(0, body.length / 2));
      held += 1;
    });
    onward.end(sent);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));

  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    port: server.address().port,
    received,
    hold: (...requests) => toHold.push(...requests),
    held: () => until("an answer to be held up", () => held > 0),
    halt(where, method, path) {
      let meet;
      let end;
      const met = new Promise((resolve) => (meet = resolve));
      const over = new Promise((resolve) => (end = resolve));
      halts.push({ where, method, path, meet, over });
      const what = `${where} ${method} ${path}`;
      return {
        met: () => within(MEETING_MS, `Waiting for the ${what}`, met),
        go: () => end(true),
        lose: () => {
          lost.push(what);
          end(false);
        },
      };
    },
    /** Returns how many of these requests have come so far. */
    count: (method, path) => received.filter((it) => it.method === method && it.path === path).length,
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
