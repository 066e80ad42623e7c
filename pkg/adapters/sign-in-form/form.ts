// `<sign-in-form>`: shown while no user is signed in. It is in the light DOM, where password managers and the page's styles find it.

import type { Session, SessionError, SessionSnapshot } from "platform-session";
import type { Bound, Kind } from "../elements/bound-element.js";
import { startHere } from "../elements/sso-here.js";
import { followOffer, startSso } from "../elements/sso-offer.js";
import { place, set, setText } from "../shared/parts.js";
import { focusAround } from "./focus.js";
import type { SignInMessageKey, SignInMessages, SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";
import { followDialogs, hasDialog } from "./open-dialogs.js";
import { createPart, layOut } from "./parts.js";

/** The number of forms so far, for ids. */
let count = 0;

interface FormElement extends Bound {
  messages: SomeSignInMessages | undefined;
}

export const signInForm: Kind = {
  inputs: [
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
    // With `post`, the password would not get into an address even if the browser itself sent the form.
    const form = createPart("form", "fields", { method: "post", novalidate: "" });
    form.append(
      ...[email, password].map((input, index) => {
        const field = createPart("label", "field");
        field.append(labels[index] as Text, input);
        return field;
      }),
      alert,
      submit,
    );
    const statusLine = createPart("p", "status", { role: "status" });

    let session: Session;
    let messages: SignInMessages;
    /** Why the newest attempt failed, if it did. */
    let failure: SessionError | undefined;
    /** The button of the newest attempt. */
    let newestButton: HTMLButtonElement | undefined;
    /** The buttons with an attempt under way. */
    const busyButtons = new Set<HTMLButtonElement>();
    /** Whether the form had the focus at the last rendering for which it was in the page. */
    let hadFocus: boolean;

    /** Returns the text for an error. The wait is added only after a failed attempt; a failed read is repeated by itself. */
    const describe = ({ code, retryAfterMs }: SessionError) => {
      // A code without a text of its own gets the general text.
      const text = messages[code as SignInMessageKey] ?? messages.failed;
      return failure && retryAfterMs
        ? `${text} ${messages["retry-after"].replace("{seconds}", Math.ceil(retryAfterMs / 1000) as unknown as string)}`
        : text;
    };

    /** Returns the text of the status line: an attempt under way, or why no user is signed in; empty after a failed attempt. */
    const explain = ({ status, reason, error, signOutPending }: SessionSnapshot) => {
      if (busyButtons.size) return messages.busy;
      if (failure) return "";
      const isSignOutOpen = status === "unknown" && signOutPending;
      const text = isSignOutOpen
        ? messages["not-signed-out"]
        : error
          ? describe(error)
          : // There is no text for the reason "no-session".
            messages[(reason ?? "waiting") as SignInMessageKey];
      // A failed read or sign-out is repeated by itself.
      return isSignOutOpen || error?.retryable ? `${text} ${messages.retrying}` : text;
    };

    /** Whether the failure of the newest attempt is about this field. */
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
      // Without a need for the form, the typed texts are removed.
      const isUnneeded = snapshot.status === "authenticated" || !element.isConnected;
      if (isUnneeded) {
        form.reset();
        failure = undefined;
      }
      // A failed attempt may leave the session unknown. The form then stays, so that its message can be read.
      const isInUse = form.isConnected && (busyButtons.size || failure);
      // A form behind a dialog is hidden. The dialog's own form gets a snapshot without `reauthenticating`.
      const isBehindDialog = snapshot.reauthenticating && hasDialog(session);
      const isShown = !isUnneeded && !isBehindDialog && (snapshot.status === "unauthenticated" || isInUse);
      // A cloned element contains the parts of the original: they are removed.
      if (!statusLine.parentNode) element.replaceChildren();
      place(statusLine, element, !isUnneeded);
      place(form, element, isShown);
      setText(labels[0], messages.email);
      setText(labels[1], messages.password);
      setText(submit, messages.submit);
      setText(statusLine, explain(snapshot));
      setText(alert, failure && describe(failure));
      set(alert, { "data-code": failure?.code ?? "" });
      set(form, { "aria-label": messages.submit, "aria-busy": busyButtons.size > 0 });
      for (const button of [submit, sso]) set(button, { "aria-disabled": busyButtons.has(button) });
      for (const input of [email, password]) set(input, { "aria-invalid": isWrong(input) });
      mark(isUnneeded ? "denied" : isShown ? "granted" : "unknown");
      return isShown;
    };

    /** Runs a sign-in that this button starts. The button is not disabled meanwhile, which would take the focus from a keyboard user. */
    const attempt = async (button: HTMLButtonElement, start: () => Promise<unknown>) => {
      if (busyButtons.has(button)) return;
      newestButton = button;
      failure = undefined;
      busyButtons.add(button);
      render();
      const takeFocus = focusAround(element);
      let error: SessionError | undefined;
      try {
        await start();
      } catch (caught) {
        error = caught as SessionError;
      }
      busyButtons.delete(button);
      // Only the newest attempt's error is shown.
      if (newestButton === button) failure = error;
      const isShown = render();
      if (!error) {
        if (hadFocus) takeFocus();
        // The fields are emptied even where a listener has signed out again at once.
        return form.reset();
      }
      if (isShown && newestButton === button) {
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
    // Renders again when the page empties the element or renders into it; otherwise its state would be "granted" without a form.
    const children = new MutationObserver(() => render());

    return texts.withTexts(element, (currentSession, currentMessages, inputs) => {
      session = currentSession;
      messages = currentMessages;
      layOut(element.getRootNode());
      children.observe(element, { __proto__: null, childList: true });
      const endDialogs = followDialogs(render);
      const isSsoWanted = inputs.sso === "" || inputs.sso;
      let endOffer: (() => void) | undefined;
      const unsubscribe = session.subscribe(() => {
        // The deployment is asked only once the form shows, so that a page of a signed-in user sends no request.
        if (!render() || endOffer || !isSsoWanted) return;
        endOffer = followOffer(session, (isOffered, label) => {
          setText(sso, label);
          place(sso, form, isOffered);
        });
      });
      return () => {
        children.disconnect();
        endDialogs();
        unsubscribe();
        endOffer?.();
        sso.remove();
        render();
      };
    });
  },
};
