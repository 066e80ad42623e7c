// The form in which a developer chooses a state that the page shows instead of the real one.

import { featuresOf } from "../../entry/gate.js";
import { createList, make, setText } from "./dom.js";
import { heldGates } from "./gates.js";
import type { Parts } from "./panel.js";
import { type FeatureOverride, SHOWN, type ShownName } from "./preview.js";
import type { Preview } from "./previewable.js";

const FEATURE: Record<"real" | FeatureOverride, string> = {
  real: "as it is",
  on: "on",
  off: "off",
  absent: "not listed",
};

interface FeatureRow {
  name: string;
  is: "real" | FeatureOverride;
  /** The feature's real state, in words. */
  real: string;
}

export function createPreviewView({ session, inspected, preview }: Omit<Parts, "history">) {
  const option = ([value, text]: [string, string]) => make("option", { value }, text);
  /** Returns the preview. The cast: only the form calls this, which is hidden where there is no preview. */
  const steered = () => preview() as Preview;
  const chosen = () => steered().choice();
  const show = make(
    "select",
    { id: "show", change: () => steered().choose({ show: show.value as ShownName }) },
    ...Object.entries(SHOWN).map(option),
  );
  const roles = make("datalist", { id: "roles" });
  const role = make("input", {
    id: "role",
    list: "roles",
    autocomplete: "off",
    spellcheck: "false",
    input: () => steered().choose({ role: role.value.trim() }),
  });
  const features = make("ul", { class: "features" });
  const emptyText = make("p", { class: "none" }, "No feature is listed, and no gate asks for one.");
  const form = make(
    "form",
    { submit: (event: Event) => event.preventDefault() },
    make("div", { class: "field" }, make("label", { for: "show" }, "Session"), show),
    make("div", { class: "field" }, make("label", { for: "role" }, "Role"), role, roles),
    make("h3", {}, "Features"),
    emptyText,
    features,
  );
  const missing = make(
    "div",
    { class: "missing" },
    make(
      "p",
      {},
      "Give the page previewable(session) in place of its session, and choose here what it shows: another role, a feature more or less, an outage.",
    ),
    make("p", {}, "Reads and requests stay those of the real user."),
  );

  const options = createList(
    roles,
    (name: string) => name,
    (name) => ({ element: make("option", { value: name }), update() {} }),
  );
  const rows = createList(
    features,
    ({ name }: FeatureRow) => name,
    ({ name }) => {
      const select = make(
        "select",
        { id: `feature-${name}`, change: () => choose(name, select.value as FeatureRow["is"]) },
        ...Object.entries(FEATURE).map(option),
      );
      return {
        element: make("li", { class: "field" }, make("label", { for: `feature-${name}` }, name), select),
        update({ is, real }) {
          setText(select.options[0] as HTMLOptionElement, `as it is: ${real}`);
          if (select.value !== is) select.value = is;
        },
      };
    },
  );

  function choose(name: string, is: FeatureRow["is"]) {
    const { [name]: _, ...others } = chosen().features;
    steered().choose({ features: is === "real" ? others : { ...others, [name]: is } });
  }

  return {
    name: "Preview",
    element: make("div", { class: "preview" }, missing, form),
    render() {
      const own = preview();
      missing.hidden = Boolean(own);
      form.hidden = !own;
      if (!own) return;
      const { show: shown, role: as, features: changed } = own.choice();
      if (show.value !== shown) show.value = shown;
      // The field is left alone while the user writes in it.
      if ((role.getRootNode() as ShadowRoot).activeElement !== role && role.value !== as) role.value = as;
      const known = inspected.known();
      role.placeholder = known.snapshot.user
        ? `as it is: ${known.snapshot.user.userType}`
        : "as it is: no user";
      options.show((known.roles ?? []).map(({ name }) => name));
      const asked = heldGates(own.inspected).flatMap(({ asked }) => featuresOf(asked));
      const listed = session.snapshot.features;
      const names = [...new Set([...Object.keys(listed), ...asked, ...Object.keys(changed)])].sort();
      emptyText.hidden = names.length > 0;
      const realOf = (name: string) => (listed[name] ? (listed[name].enabled ? "on" : "off") : "not listed");
      rows.show(names.map((name) => ({ name, is: changed[name] ?? "real", real: realOf(name) })));
    },
  };
}
