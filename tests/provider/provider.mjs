import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { signingKey } from "./keys.mjs";
import { PEOPLE } from "./people.mjs";
import { signInPage } from "./sign-in-page.mjs";
import { steering } from "./steering.mjs";

const HOST = "127.0.0.1";
const CALLBACK = "/api/auth/sso/idp/callback";
const PAGE = "/sign-in/";

/**
 * Starts a certified OpenID provider (npm `oidc-provider`) on loopback, with the accounts of `people.mjs`. Its host is `localhost`, that of
 * deployments `127.0.0.1`: for browsers these are different sites, as in real life.
 *
 * `claimsIn`: where the provider puts name and address: "userinfo", as OpenID Connect says, or "id-token", as many providers do.
 * Resolves with `issuer`, `client` (`{ id, secret }`), `allow(origin)`, which registers a deployment's callback, `steer` (see
 * `steering.mjs`), and `stop()`.
 */
export async function startProvider({ port = 0, claimsIn = "userinfo" } = {}) {
  const client = { id: "platform", secret: randomBytes(32).toString("base64url") };
  const cookieKeys = [randomBytes(32).toString("base64url")];
  const origins = new Set();
  const server = createServer();
  await listen(server, port);
  const issuer = `http://localhost:${server.address().port}`;

  let keys = [signingKey()];
  let provider;
  const steer = steering(server, {
    keys: () => keys,
    rotate() {
      keys = [signingKey()];
      rebuild();
    },
    address: { host: HOST, port: server.address().port },
  });

  /** Makes a new instance, because the library reads its configuration only once. Sign-ons under way are in the storage, which stays. */
  function rebuild() {
    provider = new Provider(issuer, {
      adapter: (model) => new MemoryAdapter(model),
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          grant_types: ["authorization_code"],
          response_types: ["code"],
          redirect_uris: [...origins].map((origin) => origin + CALLBACK),
        },
      ],
      jwks: { keys },
      cookies: { keys: cookieKeys },
      claims: { email: ["email", "email_verified"], profile: ["name"] },
      conformIdTokenClaims: claimsIn === "userinfo",
      findAccount: (_, id) => PEOPLE[id] && { accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      interactions: { url: (_, { uid }) => PAGE + uid },
      loadExistingGrant: grantWithoutConsent,
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 3600,
        Interaction: 600,
        Session: 3600,
      },
    });
    provider.use(steer.middleware);
  }

  rebuild();
  server.on("request", async (request, response) => {
    try {
      await steer.before(request, response);
      if (request.url.startsWith(PAGE)) await signInPage(provider, request, response);
      else await provider.callback()(request, response);
    } catch {
      // The interaction is unknown or over, or the client has left.
      if (!response.headersSent) response.writeHead(400);
      response.end();
    }
  });

  return {
    issuer,
    client,
    steer: steer.controls,
    allow(origin) {
      origins.add(origin);
      rebuild();
    },
    stop: () => steer.controls.down(),
  };
}

/** Grants all scopes without asking the user. */
async function grantWithoutConsent({ oidc }) {
  const { client, session, provider } = oidc;
  const known = session.grantIdFor(client.clientId);
  if (known) return provider.Grant.find(known);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: HOST, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
