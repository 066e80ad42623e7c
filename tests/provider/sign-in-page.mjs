import { PEOPLE } from "./people.mjs";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Identity provider</title>
<h1>Identity provider</h1>
<form method="post">
${Object.entries(PEOPLE)
  .map(
    ([person, { name }]) =>
      `<p><button name="person" value="${person}" data-testid="continue-as-${person}">Continue as ${name}</button></p>`,
  )
  .join("\n")}
<p><button name="decline" value="yes" data-testid="decline">Decline</button></p>
</form>
`;

/** Serves the only page of the provider, on which the user chooses an account. There is no password and no consent. */
export async function signInPage(provider, request, response) {
  const { prompt } = await provider.interactionDetails(request, response);
  if (prompt.name !== "login")
    throw new Error(`The provider asks for ${prompt.name}, for which there is no page.`);
  if (request.method !== "POST") return response.writeHead(200, HEADERS).end(PAGE);
  await provider.interactionFinished(request, response, result(await formOf(request)), {
    mergeWithLastSubmission: false,
  });
}

/** The result of the page, as the library expects it. */
function result(form) {
  const person = form.get("person");
  if (Object.hasOwn(PEOPLE, person ?? "")) return { login: { accountId: person } };
  return { error: "access_denied", error_description: "The person declined." };
}

async function formOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
