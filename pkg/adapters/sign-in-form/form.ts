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
    // By `post`, no password would be in an address if the browser itself ever sent the form.
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
    /** Whether the form had the focus when it was last seen in the page: by now the page may have taken it away. */
    let hadFocus: boolean;

    /** Returns the text for an error. Only after a failed attempt it says when to try again: a failed read is tried again by itself. */
    const describe = ({ code, retryAfterMs }: SessionError) => {
      // A code without a text of its own has the general one.
      const text = messages[code as SignInMessageKey] ?? messages.failed;
      return failure && retryAfterMs
        ? `${text} ${messages["retry-after"].replace("{seconds}", Math.ceil(retryAfterMs / 1000) as unknown as string)}`
        : text;
    };

    /** Returns a text for what the snapshot says, where no attempt has failed. */
    const explain = ({ status, reason, error, signOutPending }: SessionSnapshot) => {
      if (busy.size) return messages.busy;
      if (failure) return "";
      const isUnsaid = status === "unknown" && signOutPending;
      const text = isUnsaid
        ? messages["not-signed-out"]
        : error
          ? describe(error)
          : // The form says nothing for the reason "no-session".
            messages[(reason ?? "waiting") as SignInMessageKey];
      // A failed read is tried again by itself.
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

    /** Renders the form, and returns whether it shows. */
    const render = () => {
      const { snapshot } = session;
      if (form.isConnected) hadFocus = form.matches(":focus-within");
      // The form was taken away, or is not needed any more: nothing of what was typed is left.
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
      // An element that is a copy of a form has that form's parts in it.
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

    /** Begins a sign-in by this button. Nothing is disabled meanwhile: that would drop the focus of a keyboard user. */
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
      // An error of an attempt that a newer one has overtaken is not shown.
      if (newest === button) failure = error;
      const isShown = render();
      if (!error) {
        if (hadFocus) takeFocus();
        // Emptied after every success, even where a listener has signed out again at once.
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
        // The offer is asked for only once a user needs to sign in: a visit of a signed-in user costs no request.
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
