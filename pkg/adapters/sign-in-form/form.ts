// `<sign-in-form>`: shown while no user is signed in. In the light DOM, where password managers and the page's styles find it.

import type { Session, SessionError, SessionSnapshot } from "platform-session";
import type { Bound, Kind } from "../elements/bound-element.js";
import { startHere } from "../elements/sso-here.js";
import { followOffer, startSso } from "../elements/sso-offer.js";
import { place, set, setText } from "../shared/parts.js";
import { followDialogs, isAskedByDialog } from "./asked.js";
import { focusAround } from "./focus.js";
import type { SignInMessageKey, SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";
import { createPart, layOut } from "./parts.js";

let count = 0;

interface FormElement extends Bound {
  messages: SomeSignInMessages | undefined;
}

export const signInForm: Kind = {
  asks: [
    ["messages", "messages"],
    ["sso", "sso"],
  ],
  create(element: FormElement, mark) {
    const alert = createPart("p", "error", { role: "alert", id: `sign-in-error-${++count}` });
    const createInput = (name: string, autocomplete: string) =>
      createPart("input", name, {
        name,
        type: name,
        autocomplete,
        required: "",
        "aria-describedby": alert.id,
      });
    const email = createInput("email", "username");
    const password = createInput("password", "current-password");
    const labels = [new Text(), new Text()] as const;
    const submit = createPart("button", "submit");
    const sso = createPart("button", "sso", { type: "button" });
    // `post`: were it ever sent by the browser itself, no password would be in an address.
    const form = createPart("form", "fields", { method: "post", novalidate: "" });
    form.append(
      ...[email, password].map((input, at) => {
        const field = createPart("label", "field");
        field.append(labels[at] as Text, input);
        return field;
      }),
      alert,
      submit,
    );
    const state = createPart("p", "status", { role: "status" });

    let session: Session;
    let messages: SignInMessages;
    /** Why the newest attempt failed, if it did. */
    let failure: SessionError | undefined;
    /** The button of the newest attempt. */
    let newest: HTMLButtonElement | undefined;
    /** The buttons with an attempt under way. */
    const busy = new Set<HTMLButtonElement>();
    /** Whether the form had the focus, when it was last seen in the page: what takes it away may come before this. */
    let hadFocus: boolean;

    /** When to try again is said of an attempt alone: a read that failed is tried again by itself. */
    const describe = ({ code, retryAfterMs }: SessionError) => {
      // Not every code has a text.
      const text = messages[code as SignInMessageKey] ?? messages.failed;
      return failure && retryAfterMs
        ? `${text} ${messages["retry-after"].replace("{seconds}", Math.ceil(retryAfterMs / 1000) as unknown as string)}`
        : text;
    };

    /** What the snapshot says, where the form itself has nothing to say. */
    const explain = ({ status, reason, error, signOutPending }: SessionSnapshot) => {
      if (busy.size) return messages.busy;
      if (failure) return "";
      const isUnsaid = status === "unknown" && signOutPending;
      const text = isUnsaid
        ? messages["not-signed-out"]
        : error
          ? describe(error)
          : // Of "no-session" there is nothing to say.
            messages[(reason ?? "waiting") as SignInMessageKey];
      // What failed is tried again by itself.
      return isUnsaid || error?.retryable ? `${text} ${messages.retrying}` : text;
    };

    const isWrong = (input: HTMLInputElement) =>
      (
        ({
          "missing-credentials": !input.value,
          "invalid-credentials": true,
          "account-deactivated": input === email,
        }) as Record<string, boolean>
      )[failure?.code as string] ?? false;

    /** Whether the form shows. */
    const render = () => {
      const { snapshot } = session;
      if (form.isConnected) hadFocus = form.matches(":focus-within");
      // Taken away, or not wanted: nothing of what was typed is left.
      const isAway = snapshot.status === "authenticated" || !element.isConnected;
      if (isAway) {
        form.reset();
        failure = undefined;
      }
      // A failed attempt may leave the session unknown: a form in use stays, so that its message can be read.
      const isInUse = form.isConnected && (busy.size || failure);
      // The form of the dialog does not know that it is in one.
      const isBehind = snapshot.reauthenticating && isAskedByDialog(session);
      const isShown = !isAway && !isBehind && (snapshot.status === "unauthenticated" || isInUse);
      // A copy of a form has brought that form's parts.
      if (!state.parentNode) element.replaceChildren();
      place(state, element, !isAway);
      place(form, element, isShown);
      setText(labels[0], messages.email);
      setText(labels[1], messages.password);
      setText(submit, messages.submit);
      setText(state, explain(snapshot));
      setText(alert, failure && describe(failure));
      set(alert, { "data-code": failure?.code ?? "" });
      set(form, { "aria-label": messages.submit, "aria-busy": busy.size > 0 });
      for (const button of [submit, sso]) set(button, { "aria-disabled": busy.has(button) });
      for (const input of [email, password]) set(input, { "aria-invalid": isWrong(input) });
      mark(isAway ? "denied" : isShown ? "granted" : "unknown");
      return isShown;
    };

    /** Nothing is disabled meanwhile: that would drop the focus of a keyboard user. */
    const attempt = async (button: HTMLButtonElement, start: () => Promise<unknown>) => {
      if (busy.has(button)) return;
      newest = button;
      failure = undefined;
      busy.add(button);
      render();
      const takeFocus = focusAround(element);
      let error: SessionError | undefined;
      try {
        await start();
      } catch (caught) {
        error = caught as SessionError;
      }
      busy.delete(button);
      // What a newer attempt has overtaken is not said.
      if (newest === button) failure = error;
      const isShown = render();
      if (!error) {
        if (hadFocus) takeFocus();
        // Also where a listener has signed out again at once.
        return form.reset();
      }
      if (isShown && newest === button) {
        const isRefused = error.code === "invalid-credentials";
        if (isRefused) password.value = "";
        (isRefused ? password : ([email, password].find(isWrong) ?? button)).focus();
      }
      const detail = { error };
      element.dispatchEvent(
        new CustomEvent("sign-in-failed", { __proto__: null, bubbles: true, composed: true, detail }),
      );
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(submit, () => element.session.login({ email: email.value, password: password.value }));
    });
    sso.addEventListener("click", () =>
      attempt(sso, () => startSso(element, startHere(element.session.sso))),
    );
    // A page that empties the element, or renders into it, would leave it "granted" without a form.
    const children = new MutationObserver(() => render());

    return texts.saidBy(element, (current, said, asked) => {
      session = current;
      messages = said;
      layOut(element.getRootNode());
      children.observe(element, { __proto__: null, childList: true });
      const endDialogs = followDialogs(render);
      const isSsoWanted = asked.sso === "" || asked.sso;
      let endOffer: (() => void) | undefined;
      const end = session.subscribe(() => {
        // Asked for once a user needs to sign in: a visit that is signed in costs no request.
        if (!render() || endOffer || !isSsoWanted) return;
        endOffer = followOffer(session, (isOffered, label) => {
          setText(sso, label);
          place(sso, form, isOffered);
        });
      });
      return () => {
        children.disconnect();
        endDialogs();
        end();
        endOffer?.();
        sso.remove();
        render();
      };
    });
  },
};
