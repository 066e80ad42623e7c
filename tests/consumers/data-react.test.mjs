import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { LOGOUT } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("data-react"));

dataBehaviour("Data in React", async (another) => another(await site(), ["--bearer", "cookie"]), {
  libraries: ["TanStack Query", "SWR", "Apollo Client", "RTK Query"],
  removing: ["TanStack Query", "RTK Query"],
  retrying: ["TanStack Query", "SWR", "RTK Query"],
  tools: ["TanStack Query, in React", "SWR", "Apollo Client", "RTK Query"],
});

test(
  "Data in React: the page says that a sign-out has failed",
  scenario({ expects: [/Failed to load resource/] }, async ({ context, another }) => {
    const { origin, control } = await another(await site());
    await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText(/^You are not signed out yet/).waitFor();
  }),
);
