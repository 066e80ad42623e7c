import { Route, Router } from "@solidjs/router";
import { pageSession } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/solid";
import { render } from "solid-js/web";
import { base } from "./base";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Protected } from "./Protected";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";

const session = pageSession();

// The address was the last user's, and is not the next one's way back. The router begins anew with it.
session.addEventListener("identity-ended", () => history.replaceState(null, "", `${base}/sign-in`));

// In development: a panel that says why each gate is as it is.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

render(
  () => (
    <SessionProvider session={session}>
      <IdentityBoundary>
        <Router root={Layout} base={base}>
          <Route path="/" component={Home} />
          <Route path="/sign-in" component={SignIn} />
          <Route component={Protected}>
            <Route path="/reports" component={Reports} />
          </Route>
        </Router>
      </IdentityBoundary>
    </SessionProvider>
  ),
  document.querySelector("#app") as HTMLElement,
);
