// The addresses to which `session.fetch` sends a request, and those that it refuses: the table of tests/cases/api-urls.mjs in a page.

import { FOREIGN, SENT } from "../cases/api-urls.mjs";

/** Returns an address of the table for this deployment. */
const addressFor = (text, { origin, port }) =>
  text.replaceAll("{origin}", origin).replaceAll("{host}", new URL(origin).host).replaceAll("{port}", port);

/** Sends a request to each address of the APIs, as text, URL and Request, and returns those that failed. */
export const failuresOfSent = (page, deployment) =>
  page.evaluate(
    async (inputs) => {
      const failed = [];
      for (const input of inputs) {
        const url = new URL(input, location.origin);
        for (const form of [input, url, new Request(url)]) {
          const { error } = await bare.outcome(session.fetch(form));
          if (error) failed.push([input, error]);
        }
      }
      return failed;
    },
    SENT.map(([input]) => addressFor(input, deployment)),
  );

/**
 * Sends a request to each foreign address, in the same forms where the browser can create them. Returns those that were not refused, and how many
 * were tried.
 */
export const passedOfForeign = (page, deployment) =>
  page.evaluate(
    async (inputs) => {
      const { fetch: realFetch } = globalThis;
      const passed = [];
      globalThis.fetch = (...given) => {
        passed.push(["sent", String(given[0]?.url ?? given[0])]);
        return realFetch(...given);
      };
      let tried = 0;
      const tryInput = async (input, what) => {
        const { error } = await bare.outcome(session.fetch(input));
        tried += 1;
        if (error?.code !== "foreign-url") passed.push([what, error?.code ?? error?.foreign ?? "an answer"]);
      };
      /** Returns what `make` does, or `null` where it throws. */
      const orNull = (make) => {
        try {
          return make();
        } catch {
          return null;
        }
      };
      for (const input of inputs) {
        await tryInput(input, input);
        const url = orNull(() => new URL(input, location.origin));
        if (url) await tryInput(url, `the URL ${input}`);
        const request = url && orNull(() => new Request(url));
        if (request) await tryInput(request, `a request for ${input}`);
      }
      globalThis.fetch = realFetch;
      return { passed, tried };
    },
    FOREIGN.map((input) => addressFor(input, deployment)),
  );
