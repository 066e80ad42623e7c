// The arguments that the command accepts, its messages for the others, and its questions for the account.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { until } from "../e2e/support/until.mjs";
import { environmentOf, platformSession } from "./support/command.mjs";

const COMMAND = fileURLToPath(new URL("../../pkg/dist/command.js", import.meta.url));
const ORIGIN = "http://127.0.0.1:9";

describe("The command's usage", () => {
  it("is printed for the command and for each subcommand, and --version prints the package's version", async () => {
    for (const args of [[], ["--help"], ["-h"], ["check", "--help"], ["types", "-h"]]) {
      const { status, stdout, stderr } = await platformSession(args);
      assert.deepEqual([status, stderr], [0, ""]);
      assert.match(stdout, /^platform-session (?:check|types) ORIGIN/);
    }
    const { stdout } = await platformSession(["--version"]);
    const manifest = new URL("../../pkg/package.json", import.meta.url);
    assert.equal(stdout.trim(), JSON.parse(readFileSync(manifest, "utf8")).version);
  });

  for (const [args, message] of [
    [["chek", ORIGIN], /no command chek: did you mean check\?/],
    [["check", ORIGIN, "--form", ORIGIN], /no option --form: did you mean --from\?/],
    [["check", ORIGIN, "--jsno"], /no option --jsno: did you mean --json\?/],
    [["types", ORIGIN, "--uot", "x"], /no option --uot: did you mean --out\?/],
    [["types", ORIGIN, "--from", ORIGIN], /no such option\. There are: --out/],
    [["check"], /needs the origin/],
    [["check", "portal.example"], /a whole http\(s\) address/],
    [["check", "file:///etc"], /a whole http\(s\) address/],
    [["check", `${ORIGIN}/api`], /without a path/],
    [["check", ORIGIN, "--from", "app"], /--from must be a whole/],
    [["check", ORIGIN, "--page"], /--page needs a value/],
    [["check", ORIGIN, "--json=yes"], /--json takes no value/],
    [["check", ORIGIN, "--timeout", "soon"], /--timeout is a number/],
    [["types", "http://portal.example"], /by https only/],
    [["types", ORIGIN], /needs an account: set PLATFORM_EMAIL/],
  ])
    it(`"${args.join(" ")}" ends with status 2 and a message`, async () => {
      const { status, stdout, stderr } = await platformSession(args, { cwd: "/" });
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, message);
    });

  it("a message does not repeat an argument that is not accepted: it may be a password", async () => {
    for (const args of [
      ["check", ORIGIN, "--password=hunter2"],
      ["check", ORIGIN, "--password", "hunter2"],
      ["check", ORIGIN, "ada@example.com", "hunter2"],
      ["check", "http://ada:hunter2@127.0.0.1:9"],
      ["check", ORIGIN, "--page", "http://ada:hunter2@127.0.0.1:9"],
      ["hunter2", ORIGIN],
    ]) {
      const { status, stdout, stderr } = await platformSession(args, { account: "ada" });
      assert.equal(status, 2);
      assert.doesNotMatch(stdout + stderr, /hunter2|ada@/);
    }
  });
});

describe("The account, on a terminal", () => {
  /**
   * Runs the command on a pseudo-terminal, which the program `script` creates, and prints the process's id first. `shown.text` is all that the
   * terminal has shown, `type(text)` types, and `waitFor(text)` waits until the terminal has shown a text.
   */
  function runOnTerminal(args) {
    const command = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(" ");
    const line = `echo "process $$."; exec ${command}`;
    const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
      env: environmentOf(),
    });
    const shown = { text: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (shown.text += text));
    return {
      shown,
      type: (text) => child.stdin.write(text),
      waitFor: (text) =>
        until(`"${text}" on the terminal`, () => shown.text.includes(text), { timeoutMs: 20_000 }),
      ended: new Promise((resolve) => child.once("close", resolve)),
    };
  }

  it("is asked for, also where both lines are pasted at once, and the password is not shown", async () => {
    const deployment = await startDeployment({ site: "bare" });
    try {
      for (const isPasted of [false, true]) {
        const terminal = runOnTerminal(["check", deployment.origin]);
        await terminal.waitFor("E-mail of an account");
        if (isPasted) terminal.type(`${ACCOUNTS.ada.email}\r${PASSWORD}\r`);
        else {
          terminal.type(`${ACCOUNTS.ada.email}\r`);
          await terminal.waitFor("Its password: ");
          terminal.type(`${PASSWORD}\r`);
        }
        assert.equal(await terminal.ended, 0);
        assert.match(terminal.shown.text, /A user signs in, with the role "default"/);
        assert.ok(terminal.shown.text.includes(ACCOUNTS.ada.email));
        for (const word of PASSWORD.split(" ")) assert.ok(!terminal.shown.text.includes(word), word);
      }
    } finally {
      await deployment.stop();
    }
  });

  it("can be left empty, and Ctrl+C ends the command", async () => {
    const deployment = await startDeployment({ site: "bare" });
    try {
      const withoutAccount = runOnTerminal(["check", deployment.origin]);
      await withoutAccount.waitFor("E-mail of an account");
      withoutAccount.type("\r");
      assert.equal(await withoutAccount.ended, 0);
      assert.match(withoutAccount.shown.text, /Not looked at: signing in/);
      const interrupted = runOnTerminal(["check", deployment.origin]);
      await interrupted.waitFor("E-mail of an account");
      interrupted.type("\x03");
      assert.equal(await interrupted.ended, 130);
    } finally {
      await deployment.stop();
    }
  });

  it("is not waited for after a signal ends the command", async () => {
    const deployment = await startDeployment({ site: "bare" });
    try {
      for (const answers of [[], [`${ACCOUNTS.ada.email}\r`]]) {
        const terminal = runOnTerminal(["check", deployment.origin]);
        await terminal.waitFor("E-mail of an account");
        for (const answer of answers) {
          terminal.type(answer);
          await terminal.waitFor("Its password: ");
        }
        process.kill(Number(/process (\d+)\./.exec(terminal.shown.text)[1]), "SIGTERM");
        assert.equal(await Promise.race([terminal.ended, delay(10_000, "still asking")]), 130);
      }
    } finally {
      await deployment.stop();
    }
  });
});
