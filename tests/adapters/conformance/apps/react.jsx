import * as platformSession from "platform-session";
import { Component, StrictMode, version } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { install, showThrown } from "./page.js";
import * as alone from "./react-alone.jsx";
import { committed, hold } from "./react-frames.jsx";
import { within } from "./react-view.jsx";
import { views } from "./react-views.js";

function render(app, place) {
  const root = createRoot(place);
  flushSync(() => root.render(app));
  return () => root.unmount();
}

class Caught extends Component {
  state = { isCaught: false };
  static getDerivedStateFromError = () => ({ isCaught: true });
  componentDidCatch = showThrown;

  render() {
    return this.state.isCaught ? null : this.props.children;
  }
}

install(platformSession, {
  views,
  // StrictMode runs effects twice only where it is around the whole app.
  mount: (View, place, { isStrict, ...props }) =>
    render(isStrict ? <StrictMode>{within(View, props)}</StrictMode> : within(View, props), place),
  hydrate(View, place, props) {
    const root = hydrateRoot(place, within(View, props));
    return () => root.unmount();
  },
  mountCaught: (View, place, props) =>
    render(<Caught>{props.session ? within(View, props) : <View {...props} />}</Caught>, place),
  hold: () => hold(),
  committed: () => committed,
  ...alone,
  version,
});
