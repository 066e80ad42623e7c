import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureNginx } from "../../bench/start-up/servers/nginx.mjs";
import { answering } from "../../bench/start-up/servers/port.mjs";
import { makeCertificate } from "../../consumers/support/certificate.mjs";

const SITE = fileURLToPath(new URL("../../../www/", import.meta.url));

/** Starts nginx with https in front of a deployment: nginx serves the page and its files, and forwards requests to the APIs. */
export async function startNginx(deployment, port) {
  const program = await ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), "command-nginx-"));
  const { key, cert } = makeCertificate();
  const authority = join(folder, "certificate.pem");
  writeFileSync(authority, cert);
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "nginx.conf"), configurationOf(folder, port, deployment.origin));
  const server = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => server.kill();
  process.once("exit", kill);
  const ended = new Promise((resolve) => server.once("close", resolve));
  await Promise.race([answering(port), ended.then(() => Promise.reject(new Error("nginx did not start.")))]);
  return {
    origin: `https://localhost:${port}`,
    authority,
    async stop() {
      process.off("exit", kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configurationOf = (folder, port, deployment) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  access_log off;
  types { text/html html; text/javascript js; text/css css; application/wasm wasm; }
  gzip on;
  gzip_types text/javascript application/wasm;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    root ${SITE};
    location ~ ^/(api|agent-hub-api|networks-api|data-api)/ {
      proxy_pass ${deployment};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}
`;
