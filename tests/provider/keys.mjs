import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";

/**
 * Generates an RS256 signing key, as a private JWK. The key is exported by way of PEM: Node 20 and later can hang for ever when the garbage
 * collector runs while a generated key object is exported, because the two share a lock.
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

/** Returns the claims of a JWT. */
export const claimsOf = (token) => JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());

/** Returns a JWT with these claims, signed with the key, or unsigned without one. */
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
