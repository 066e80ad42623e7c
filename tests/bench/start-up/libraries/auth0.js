// Auth0's client. A refresh token is in the page's storage, as after a sign-in. One request exchanges it for an ID token, whose claims name
// the user. The client checks the claims, not the signature.

import { Auth0Client } from "@auth0/auth0-spa-js";

const SCOPE = "openid profile email offline_access";

localStorage.setItem(
  `@@auth0spajs@@::bench::default::${SCOPE}`,
  JSON.stringify({ body: { refresh_token: "one", audience: "default", scope: SCOPE }, expiresAt: 0 }),
);
const client = new Auth0Client({
  domain: location.origin,
  issuer: "issuer.example",
  clientId: "bench",
  useRefreshTokens: true,
  cacheLocation: "localstorage",
});
await client.getTokenSilently();
// The bench's token endpoint puts the platform's user into the claims (`bundles.mjs`).
const user = await client.getUser();
// `pages/marks.html` defines `show` and `finish`.
window.show(user?.permissions["report-analysis"].enabled === true);
window.finish();
