import { createApp, createSSRApp, defineComponent, h, KeepAlive, nextTick, ref } from "vue";
import * as platformSession from "/pkg/index.js";
import { Gate, sessionPlugin, useCan, useSession, useSessionClient } from "../../../pkg/dist/vue.js";
import { install } from "./kit.js";
import * as alone from "./vue-alone.js";
import { Menu } from "./vue-menu.js";
import { Held, renders, View } from "./vue-view.js";

const start =
  (create) =>
  (session, { conditions }) => {
    let set;
    const app = create(View, {
      conditions,
      hold: (given) => {
        set = given;
      },
    });
    app.use(sessionPlugin(session));
    app.mount("#app");
    return {
      set: (next) => {
        set(next);
        return nextTick();
      },
      unmount: () => app.unmount(),
    };
  };

const startMenu = (create) => (session) => {
  let next;
  const hold = (given) => {
    next = given;
  };
  const app = create(Menu, { hold });
  app.use(sessionPlugin(session)).mount("#app");
  return {
    next: () => {
      next();
      return nextTick();
    },
    unmount: () => app.unmount(),
  };
};

const show = (component, session) => {
  const app = createApp(component);
  app.config.errorHandler = ({ name, message }) => {
    // Beside the app: Vue goes on where it was, and each component says it.
    document.querySelector("#thrown")?.remove();
    const shown = Object.assign(document.createElement("p"), {
      id: "thrown",
      textContent: `${name}: ${message}`,
    });
    document.body.append(shown);
  };
  if (session) app.use(sessionPlugin(session));
  app.mount("#app");
  return () => app.unmount();
};

const mountWithout = (conditions) => void show(() => h(View, { conditions }));
const mountCaught = (conditions) => void show(() => h(View, { conditions }), globalThis.session);

/** A page that is kept alive while another is shown: `toggle` changes between them. */
function keepAlive() {
  const Kept = defineComponent({
    setup() {
      const can = useCan({ feature: "chat-history" });
      return () => h("p", { id: "kept" }, can.value ? "content" : "closed");
    },
  });
  const isShown = ref(true);
  globalThis.toggle = () => {
    isShown.value = !isShown.value;
    return nextTick();
  };
  show(
    () => h(KeepAlive, () => (isShown.value ? h(Kept) : h("p", { id: "other" }, "other"))),
    globalThis.session,
  );
}

/** Hydrates parts that Vue has to wait for until `arrive` is called. */
function hydrateHeld(html, { conditions }) {
  const late = new Promise((resolve) => {
    globalThis.arrive = resolve;
  });
  document.querySelector("#app").innerHTML = html;
  const app = createSSRApp(Held, { conditions, late });
  app.use(sessionPlugin(globalThis.session));
  app.mount("#app");
  globalThis.unmount = () => app.unmount();
}

let gone = () => {};

/** A gate with these attributes, as a template gives them; the one before goes. */
function withAttributes(attributes) {
  gone();
  gone = show(
    () =>
      h("p", { id: "gate" }, [h(Gate, attributes, { default: () => "content", fallback: () => "fallback" })]),
    globalThis.session,
  );
}

function client() {
  const Out = defineComponent({
    setup() {
      const { logout } = useSessionClient();
      const session = useSession();
      return () =>
        session.value.status === "authenticated"
          ? h("button", { id: "out", onClick: () => logout() }, "out")
          : h("p", { id: "gone" }, session.value.status);
    },
  });
  show(Out, globalThis.session);
}

install(platformSession, {
  mount: start(createApp),
  hydrate: start(createSSRApp),
  mountMenu: startMenu(createApp),
  hydrateMenu: startMenu(createSSRApp),
  mountWithout,
  mountCaught,
  keepAlive,
  hydrateHeld,
  withAttributes,
  client,
  ...alone,
  renders,
  tooOld: () => sessionPlugin(globalThis.session).install({ version: "3.3.13" }),
});
