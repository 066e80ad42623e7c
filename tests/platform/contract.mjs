// The contract test: sends generated requests for `tests/platform/openapi.json` to the running reference deployment in both bearer modes,
// and compares the answers with that description.
//
//   node tests/platform/contract.mjs                       the large size
//   node tests/platform/contract.mjs --examples N --seed S

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPlatform } from "../../scripts/install/platform.mjs";
import { ensurePythonTools, schemathesis } from "../../scripts/install/python.mjs";
import { root } from "../../scripts/run/project.mjs";
import { main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";

const LARGE = 1_000;
const FOLDER = join(root, "tests/platform");

/** One account that may do everything and one that may not, so that each operation succeeds in one run and is refused in the other. */
const RUNS = [
  { name: "strict", email: ACCOUNTS.root.email, flags: ["--bearer", "strict"] },
  // With incomplete settings, single sign-on is unavailable and not off.
  { name: "cookie", email: ACCOUNTS.ada.email, flags: ["--bearer", "cookie", "--idp-client-id", "half"] },
];

/** Operations that every signed-in user may use. If all their requests are refused, the sign-in has failed. */
const OPEN_TO_ALL = ["GET /api/auth/permissions", "GET /api/roles", "GET /agent-hub-api/api/agent/list"];

await main(import.meta, async (commandLine) => {
  const number = { type: "string" };
  const { values } = parseArgs({ args: commandLine, options: { examples: number, seed: number } });
  await setup();
  await contract({ examples: Number(values.examples ?? LARGE), seed: Number(values.seed ?? 1) });
});

/** Sends at most `examples` generated requests for each operation in each phase of the tool. Returns a line with the number of requests. */
export async function contract({ examples, seed }) {
  await ensurePythonTools();
  process.env.PLATFORM_BIN = await buildPlatform();
  let cases = 0;
  for (const one of RUNS) {
    await step(`The contract, --bearer ${one.name}`, async () => {
      const { generated } = await tryContract(one, { examples, seed });
      cases += generated;
      console.log(`  contract: ${generated} cases tried with --bearer ${one.name} (seed ${seed})`);
    });
  }
  return `contract: ${cases} cases tried in ${RUNS.length} bearer modes, none against it (seed ${seed})`;
}

async function tryContract({ email, flags }, { examples, seed }) {
  const place = mkdtempSync(join(tmpdir(), "platform-contract-"));
  const deployment = await startDeployment({ site: "bare", flags });
  try {
    const report = join(place, "report.json");
    const options = [
      ...["--url", deployment.origin],
      ...["--max-examples", String(examples), "--seed", String(seed)],
      ...["--report", "json", "--report-json-path", report],
      "--continue-on-failure",
    ];
    const config = ["--config-file", join(FOLDER, "contract/schemathesis.toml"), "--no-color"];
    // The tool stores its findings in `place`, which is new, so that every run is like the first.
    const env = { CONTRACT_EMAIL: email, CONTRACT_PASSWORD: PASSWORD };
    const command = [...config, "run", join(FOLDER, "openapi.json"), ...options];
    await run(schemathesis, command, { env, cwd: place });
    return judge(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    await deployment.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Fails if the run left out an operation or was never signed in: such a run has no errors either. */
function judge({ operations, test_cases: cases, warnings }) {
  if (operations.tested !== operations.total || cases.generated < operations.total) {
    throw new StepFailed(`The contract: ${operations.tested} of ${operations.total} operations were tried.`);
  }
  const closed = warnings.missing_auth.filter((operation) => OPEN_TO_ALL.includes(operation));
  if (closed.length > 0)
    throw new StepFailed(`The contract: no user was signed in for ${closed.join(", ")}.`);
  return cases;
}
