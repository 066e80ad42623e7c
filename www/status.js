import { isSessionError } from "./pkg/index.js";
import { describeError, describeStaleness, describeStatus } from "./wording.js";

/** Puts the session into words, and offers to read it again. */
export function showStatus(session) {
  const status = document.getElementById("status");
  const headline = document.getElementById("headline");
  const detail = document.getElementById("detail");
  const notice = document.getElementById("notice");
  const refresh = document.getElementById("refresh");
  // Why the session never became ready, should it never: the snapshot alone need not say so.
  let unready = null;

  function render(snapshot) {
    const failure = snapshot.error ?? (snapshot.status === "unknown" ? unready : null);
    const [sentence, rest] = describeStatus(snapshot, failure);
    setText(headline, sentence);
    setText(detail, rest);
    setText(notice, noticeFor(snapshot, failure));
    notice.hidden = notice.textContent === "";
    status.dataset.status = snapshot.status;
    status.dataset.reason = snapshot.reason ?? "";
    status.dataset.stale = String(snapshot.stale);
    status.dataset.error = failure?.code ?? "";

    const troubled = snapshot.stale || (snapshot.status === "unknown" && failure !== null);
    // While a sign-out is pending, a refresh would give it up: the button to sign out again stands there instead.
    const lost = failure?.code === "wasm-unavailable";
    refresh.hidden =
      snapshot.status === "unknown" && (failure === null || (snapshot.signOutPending && !lost));
    refresh.classList.toggle("primary", troubled);
    setText(refresh, labelFor(troubled, failure));
  }

  session.subscribe(render);
  session.ready.catch((error) => {
    if (!isSessionError(error)) {
      throw error;
    }
    unready = error;
    render(session.snapshot);
  });
  offerRefresh(session, refresh, document.getElementById("checked"));
}

function offerRefresh(session, button, checked) {
  let underWay = false;
  const tell = (what, live) => {
    checked.setAttribute("aria-live", live);
    checked.textContent = `${what} at ${new Date().toLocaleTimeString()}.`;
  };
  // What was said of one read holds until there is news of a later one.
  session.subscribe(({ status, error }) => {
    if (status !== "unknown" && error === null) {
      setText(checked, "");
    }
  });
  session.addEventListener("revalidation-failed", () => {
    if (checked.textContent !== "") {
      // No user asked for it: it is not read out.
      tell("Tried", "off");
    }
  });
  button.addEventListener("click", async () => {
    if (document.getElementById("status").dataset.error === "wasm-unavailable") {
      location.reload();
      return;
    }
    if (underWay) {
      return;
    }
    underWay = true;
    // Not `disabled`, which would drop the focus of a keyboard user.
    button.setAttribute("aria-disabled", "true");
    try {
      await session.refresh();
      tell("Checked", "polite");
    } catch (error) {
      if (!isSessionError(error)) {
        throw error;
      }
      // The status above says what went wrong.
      tell("Tried", "polite");
    } finally {
      underWay = false;
      button.removeAttribute("aria-disabled");
    }
  });
}

function labelFor(troubled, failure) {
  if (!troubled) {
    return "Check again";
  }
  return failure?.code === "wasm-unavailable" ? "Reload the page" : "Try again";
}

function noticeFor(snapshot, failure) {
  if (snapshot.status === "unknown") {
    return failure === null ? "" : describeError(failure);
  }
  return snapshot.stale ? describeStaleness(snapshot) : "";
}

/** Writes only what differs, so that a live region speaks only of changes. */
function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
