// Makes a certificate for loopback, for one run.

import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandPath, installOrAsk } from "../../../../scripts/install/system.mjs";
import { run } from "../../../../scripts/run/run.mjs";

/** Writes key and certificate into `folder`. `pin` of the result: the hash of the key, by which Chromium can trust the certificate. */
export async function makeCertificate(folder) {
  if (!commandPath("openssl")) await installOrAsk("openssl", ["openssl"], "openssl");
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const of = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  await run("openssl", ["req", "-x509", ...of, ...names, "-keyout", key, "-out", certificate]);
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const pin = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");
  return { key, certificate, pin };
}
