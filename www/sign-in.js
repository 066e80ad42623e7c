import { isSessionError } from "./pkg/index.js";
import { describeError } from "./wording.js";

/** Offers the sign-in form while nobody is signed in. */
export function offerSignIn(session) {
  const section = document.getElementById("sign-in");
  const form = document.getElementById("sign-in-form");
  const button = form.querySelector("[type=submit]");
  const { email, password } = form.elements;
  const progress = document.getElementById("sign-in-progress");
  const message = document.getElementById("sign-in-error");
  let underWay = false;

  session.subscribe(({ status }) => {
    // A failed attempt may leave the session unknown: a form in use stays, so that its message can be read.
    const inUse = underWay || message.dataset.code !== "";
    section.hidden = !(status === "unauthenticated" || (status === "unknown" && inUse && !section.hidden));
    if (status === "authenticated") {
      form.reset();
      showError(null);
    }
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (underWay) {
      return;
    }
    showError(null);
    const attempt = session.login({ email: email.value, password: password.value });
    setUnderWay(true);
    const failure = await attempt.then(
      () => null,
      (error) => error,
    );
    setUnderWay(false);
    if (failure !== null) {
      report(failure);
    }
  });

  /** Nothing is disabled meanwhile: that would drop the focus of a keyboard user. */
  function setUnderWay(now) {
    underWay = now;
    email.readOnly = now;
    password.readOnly = now;
    button.setAttribute("aria-disabled", String(now));
    progress.textContent = now ? "Signing in…" : "";
  }

  function report(failure) {
    if (!isSessionError(failure)) {
      throw failure;
    }
    // Called off or overtaken: the newer request speaks for itself.
    if (failure.code !== "superseded" && failure.code !== "aborted") {
      showError(failure);
    }
  }

  function showError(error) {
    const code = error?.code ?? "";
    message.dataset.code = code;
    message.textContent = error === null ? "" : describeError(error);
    const refused = code === "invalid-credentials" || code === "account-deactivated";
    mark(email, refused || (code === "missing-credentials" && email.value === ""));
    mark(password, refused || (code === "missing-credentials" && password.value === ""));
    if (refused) {
      password.value = "";
    }
    if (error !== null) {
      (fieldToMend(code) ?? button).focus();
    }
  }

  function fieldToMend(code) {
    switch (code) {
      case "missing-credentials":
        return email.value === "" ? email : password;
      case "invalid-credentials":
        return password;
      case "account-deactivated":
        return email;
      default:
        return null;
    }
  }
}

function mark(field, invalid) {
  if (invalid) {
    field.setAttribute("aria-invalid", "true");
  } else {
    field.removeAttribute("aria-invalid");
  }
}
