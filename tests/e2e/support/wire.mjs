import { randomBytes } from "node:crypto";
import http from "node:http";
import { credentialsOf, PASSWORD } from "./accounts.mjs";
import { LOGIN } from "./identity-api.mjs";

/** Returns a random text, which is nowhere by chance. */
export const canary = () => randomBytes(36).toString("base64url");

/**
 * Opens an address in front of a deployment, and notes all requests and answers in `exchanges`. Pages fetch here what a
 * test must not pass to them, since that would leave a copy in the page: `GET /credentials/NAME` answers the argument of
 * `login()` with the canary `passwords.right`, in whose place the deployment gets the account's password;
 * `/credentials/NAME/wrong` has `passwords.wrong`. `handOut(path, value)` adds others. `tokens`: the tokens of the
 * answers to sign-ins, the newest last.
 */
export async function startWire(deployment) {
  const wire = { exchanges: [], tokens: [], passwords: { right: canary(), wrong: canary() } };
  const handouts = new Map();

  const answerSelf = (path, response) => {
    const [, name, wrong] = /^\/credentials\/([a-z]+)(\/wrong)?$/.exec(path) ?? [];
    const password = wrong ? wire.passwords.wrong : wire.passwords.right;
    const value = name ? { ...credentialsOf(name), password } : handouts.get(path);
    if (value === undefined) return false;
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(value));
    return true;
  };

  const server = http.createServer(async (request, response) => {
    const { method, url, rawHeaders } = request;
    if (answerSelf(url, response)) return;
    const body = Buffer.concat(await request.toArray()).toString();
    const sent = body.replace(JSON.stringify(wire.passwords.right), JSON.stringify(PASSWORD));
    const headers = { ...request.headers };
    delete headers["transfer-encoding"];
    if (body !== "") headers["content-length"] = Buffer.byteLength(sent);
    const onward = http.request(deployment.origin + url, { method, headers, agent: false });
    onward.on("error", () => response.destroy());
    onward.on("response", async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      const noted = { method, url, headers: rawHeaders, body, answerHeaders: answer.rawHeaders };
      wire.exchanges.push({ ...noted, answer: isText(answer) ? bytes.toString() : "" });
      if (method === "POST" && url === LOGIN && answer.statusCode === 200) {
        wire.tokens.push(JSON.parse(bytes.toString()).access_token);
      }
      response.writeHead(answer.statusCode, framedAnew(answer.headers));
      response.end(bytes);
    });
    onward.end(sent);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  return Object.assign(wire, {
    origin: `http://127.0.0.1:${server.address().port}`,
    handOut: (path, value) => handouts.set(path, value),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
}

const isText = ({ headers }) => /json|text|javascript/.test(headers["content-type"] ?? "");

function framedAnew({ "transfer-encoding": _, "content-length": __, connection: ___, ...headers }) {
  return headers;
}
