import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A fresh RS256 signing key, as the private JWK that the provider is configured with. */
export function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" };
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
