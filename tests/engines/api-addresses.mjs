// Where `session.fetch` goes, and where it does not, in a page of any engine: the table is tests/cases/api-urls.mjs.

import { FOREIGN, SENT } from "../cases/api-urls.mjs";

const filled = (text, { origin, port }) =>
  text.replaceAll("{origin}", origin).replaceAll("{host}", new URL(origin).host).replaceAll("{port}", port);

/** Asks for each address that is sent, as text, URL and Request; those that failed. */
export const failedOfSent = (page, deployment) =>
  page.evaluate(
    async (inputs) => {
      const failed = [];
      for (const input of inputs) {
        const url = new URL(input, location.origin);
        for (const made of [input, url, new Request(url)]) {
          const { error } = await bare.outcome(session.fetch(made));
          if (error) failed.push([input, error]);
        }
      }
      return failed;
    },
    SENT.map(([input]) => filled(input, deployment)),
  );

/** Asks for each foreign address, in the same ways where the platform can make them; those that passed, and how many were judged. */
export const passedOfForeign = (page, deployment) =>
  page.evaluate(
    async (inputs) => {
      const { fetch: realFetch } = globalThis;
      const passed = [];
      globalThis.fetch = (...given) => {
        passed.push(["sent", String(given[0]?.url ?? given[0])]);
        return realFetch(...given);
      };
      let judged = 0;
      const refused = async (input, what) => {
        const { error } = await bare.outcome(session.fetch(input));
        judged += 1;
        if (error?.code !== "foreign-url") passed.push([what, error?.code ?? error?.foreign ?? "an answer"]);
      };
      /** What the platform can make of the input, if anything. */
      const made = (make) => {
        try {
          return make();
        } catch {
          return null;
        }
      };
      for (const input of inputs) {
        await refused(input, input);
        const url = made(() => new URL(input, location.origin));
        if (url) await refused(url, `the URL ${input}`);
        const request = url && made(() => new Request(url));
        if (request) await refused(request, `a request for ${input}`);
      }
      globalThis.fetch = realFetch;
      return { passed, judged };
    },
    FOREIGN.map((input) => filled(input, deployment)),
  );
