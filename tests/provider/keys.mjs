import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";

/**
 * A fresh RS256 signing key, as the private JWK that the provider is configured with. It goes by PEM: Node (20 at least)
 * stands still for ever where the collector runs while a key is exported that the same object generated, for the two
 * share a lock.
 */
export function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const jwk = createPrivateKey(privateKey).export({ format: "jwk" });
  return { ...jwk, kid: randomUUID(), use: "sig", alg: "RS256" };
}

/** The JWT's claims. */
export const claimsOf = (token) => JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());

/** A JWT with these claims, signed with the key, or with nothing where there is none. */
export function jwt(claims, key) {
  const header = key ? { alg: key.alg, kid: key.kid } : { alg: "none" };
  const input = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = key
    ? sign("sha256", Buffer.from(input), { key, format: "jwk" }).toString("base64url")
    : "";
  return `${input}.${signature}`;
}
