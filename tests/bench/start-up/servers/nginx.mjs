// nginx over HTTP/2 and TLS, as in production. It serves files that are already compressed, and logs the requested paths.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandPath, installOrAsk } from "../../../../scripts/install/system.mjs";
import { StepFailed } from "../../../../scripts/run/run.mjs";
import { freePort } from "../../../e2e/support/ports.mjs";
import { answering } from "./port.mjs";
import { cacheControlOf } from "./site.mjs";

const DEBIAN_PATH = "/usr/sbin/nginx";

/** Starts nginx. All its files are in `folder`. */
export async function startNginx({ site, cache, certificate, folder }) {
  const program = await ensureNginx();
  const port = await freePort();
  for (const [path, { body }] of site) {
    mkdirSync(dirname(join(folder, "site", path)), { recursive: true });
    writeFileSync(join(folder, "site", path), body);
  }
  const log = join(folder, "requests.log");
  writeFileSync(log, "");
  const configuration = join(folder, "nginx.conf");
  writeFileSync(configuration, configurationOf({ site, cache, certificate, folder, port, log }));
  const server = spawn(program, ["-p", folder, "-c", configuration, "-e", "stderr"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const kill = () => server.kill();
  process.once("exit", kill);
  const ended = new Promise((resolve) => server.once("close", resolve));
  await Promise.race([
    answering(port),
    ended.then(() => Promise.reject(new StepFailed("nginx did not start."))),
  ]);
  let read = 0;
  return {
    port,
    takeRequests() {
      const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
      const taken = lines.slice(read);
      read = lines.length;
      return taken;
    },
    async close() {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}

/** Returns the path of nginx, and installs it if it is missing. On Debian its folder is not in every user's `PATH`. */
export async function ensureNginx() {
  const find = () => commandPath("nginx") ?? (existsSync(DEBIAN_PATH) ? DEBIAN_PATH : null);
  if (!find()) await installOrAsk("a server with HTTP/2 to measure against", ["nginx"], "nginx");
  return find();
}

/**
 * Returns nginx's configuration. Small buffers leave most of an answer to nginx, which sends the most urgent files first. `error_page 405`
 * lets a file also answer a POST, for the token endpoint.
 */
function configurationOf({ site, cache, certificate, folder, port, log }) {
  const locations = [...site].map(
    ([path, resource]) => `location = ${path} {
      default_type "";
      types { }
      add_header content-type "${resource.type}";
      add_header cache-control "${cacheControlOf(resource, cache)}";
      ${resource.encoding ? `add_header content-encoding ${resource.encoding};` : ""}
      error_page 405 =200 $uri;
    }`,
  );
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  log_format path $uri;
  access_log ${log} path;
  etag off;
  server_tokens off;
  server {
    listen 127.0.0.1:${port} ssl http2 sndbuf=8k;
    ssl_certificate ${certificate.certificate};
    ssl_certificate_key ${certificate.key};
    ssl_protocols TLSv1.3;
    ssl_buffer_size 4k;
    http2_chunk_size 4k;
    root ${folder}/site;
    ${locations.join("\n    ")}
  }
}
`;
}
