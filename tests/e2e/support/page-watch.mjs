import { PASSWORD } from "./accounts.mjs";
import { LOGIN } from "./identity-api.mjs";
import { until, within } from "./until.mjs";

const QUIET_MS = 300;
const READING_MS = 5_000;

/**
 * Notes what every page of a browser context says and asks for: console lines, uncaught errors (an unhandled
 * rejection is one), violations of the content security policy, the URL of every request, and the access tokens
 * that sign-ins were answered with (`secrets()`, with the password).
 */
export function watchPages(context) {
  const watch = { consoleLines: [], uncaught: [], violations: [], urls: [], quiet, secrets };
  const underWay = new Set();
  const answers = [];
  let lastActivity = performance.now();

  context.on("console", (line) => {
    watch.consoleLines.push(line.text());
    if (/content security policy/i.test(line.text())) watch.violations.push(line.text());
  });
  context.on("weberror", (error) => watch.uncaught.push(String(error.error()?.stack ?? error.error())));
  context.on("request", (request) => {
    watch.urls.push(request.url());
    underWay.add(request);
    lastActivity = performance.now();
  });
  const answered = (request) => {
    underWay.delete(request);
    lastActivity = performance.now();
  };
  context.on("requestfinished", answered);
  context.on("requestfailed", answered);
  context.on("page", (page) => {
    const own = [];
    page.on("request", (request) => own.push(request));
    // The browser does not report the end of requests that were under way as a page closed.
    page.on("close", () => own.forEach(answered));
  });
  context.on("response", (response) => {
    // The browser does not report the end of every body.
    answered(response.request());
    if (new URL(response.url()).pathname !== LOGIN || response.status() !== 200) return;
    answers.push(tokensOf(response));
  });

  /** Waits until nothing has been asked for, and no answer has been awaited, for a while. */
  function quiet() {
    return until("the pages to ask for nothing more", () => {
      return underWay.size === 0 && performance.now() - lastActivity > QUIET_MS;
    });
  }

  /** Returns what must be found nowhere: every token that the deployment handed out so far, and the password. */
  async function secrets() {
    const tokens = await within(READING_MS, "Reading the answers to sign-ins", Promise.all(answers));
    if (tokens.length === 0 || tokens.some((found) => found.length === 0)) {
      throw new Error("A sign-in's token was not seen on the wire: there is nothing to look for");
    }
    return [...new Set([...tokens.flat(), PASSWORD])];
  }
  return watch;
}

/**
 * Returns the token of an answer to a sign-in, from its body and from its cookie (`identity-api.md` 3: the same string): a
 * browser under load may have let go of the body before it is asked for.
 */
async function tokensOf(response) {
  const [body, cookie] = await Promise.allSettled([response.json(), response.headerValue("set-cookie")]);
  const value = /^[^=;]+=([^;]+)/.exec(cookie.value ?? "")?.[1];
  return [body.value?.access_token, value && decodeURIComponent(value)].filter(Boolean);
}
