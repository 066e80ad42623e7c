// Bundles the other session clients, and makes the answers that they need.

import { fileURLToPath } from "node:url";
import { installLocked } from "../../install-locked.mjs";
import { sessionAnswer } from "../servers/session-answer.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Returns the bundles of `libraries` and the answers to their requests, by path. */
export async function bundlesOf(libraries) {
  if (libraries.length === 0) return new Map();
  await installLocked(HERE, "Installing the session clients to compare with");
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: libraries.map((library) => `${HERE}${library}.js`),
    outdir: HERE,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
    logLevel: "error",
    write: false,
  });
  return new Map([
    ...outputFiles.map(({ path, contents }) => [
      `/bench/${path.slice(HERE.length)}`,
      { type: "text/javascript", body: Buffer.from(contents) },
    ]),
    ["/supabase/user", { type: "application/json", body: sessionAnswer }],
    ["/oauth/token", { type: "application/json", body: tokenAnswer() }],
  ]);
}

/** The answer of a token endpoint. The claims contain what the session answer contains, and are a third longer because of base64. */
function tokenAnswer() {
  const { user } = JSON.parse(sessionAnswer);
  const now = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    iss: "https://issuer.example/",
    aud: "bench",
    sub: "1042",
    iat: now,
    exp: now + 7 * 86_400,
    ...user,
  };
  return Buffer.from(
    JSON.stringify({
      access_token: "opaque",
      id_token: [part({ alg: "RS256", typ: "JWT" }), part(claims), "signature"].join("."),
      refresh_token: "two",
      scope: "openid profile email offline_access",
      expires_in: 86_400,
      token_type: "Bearer",
    }),
  );
}
