import { Route, Router } from "@solidjs/router";
import { pageSession } from "platform-session";
import { SessionProvider } from "platform-session/solid";
import { render } from "solid-js/web";
import { base } from "./base";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Protected } from "./Protected";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";

const session = pageSession();

// In development: a panel that says why each gate is as it is.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

render(
  () => (
    <SessionProvider session={session}>
      <Router root={Layout} base={base}>
        <Route path="/" component={Home} />
        <Route path="/sign-in" component={SignIn} />
        <Route component={Protected}>
          <Route path="/reports" component={Reports} />
        </Route>
      </Router>
    </SessionProvider>
  ),
  document.querySelector("#app") as HTMLElement,
);
