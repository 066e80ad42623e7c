// Makes a certificate for loopback, for one run: browsers use HTTP/2 over TLS only.

import { createHash, generateKeyPairSync, sign } from "node:crypto";

// Tags of ASN.1.
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8 = 0x0c;
const TIME = 0x17;
const VERSION = 0xa0;

/** The identifier of ecdsa-with-SHA256. */
const ALGORITHM = der(SEQUENCE, Buffer.from("06082a8648ce3d040302", "hex"));
/** The identifier of `commonName`. */
const COMMON_NAME = Buffer.from("0603550403", "hex");
const DAY_MS = 86_400_000;

/**
 * Returns `key` and `cert`, as `node:http2` takes them, and the `switches` with which Chromium trusts the certificate: it caches no response with a
 * certificate error.
 */
export function makeCertificate() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from("localhost")))));
  const toBeSigned = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    ALGORITHM,
    name,
    der(SEQUENCE, timeIn(-DAY_MS), timeIn(DAY_MS)),
    name,
    spki,
  );
  const signature = Buffer.concat([Buffer.of(0), sign("sha256", toBeSigned, privateKey)]);
  const certificate = der(SEQUENCE, toBeSigned, ALGORITHM, der(BIT_STRING, signature));
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    switches: [`--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`],
  };
}

const timeIn = (ms) =>
  der(TIME, Buffer.from(`${new Date(Date.now() + ms).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

/** Encodes a value with its tag and its length, by DER. */
function der(tag, ...parts) {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}
