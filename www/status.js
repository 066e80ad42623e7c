import { isSessionError } from "./pkg/index.js";
import { describeError, describeStaleness, describeStatus } from "./wording.js";

/** Shows the state of the session in words, and a button that reads it again. */
export function showStatus(session) {
  const status = document.getElementById("status");
  const headline = document.getElementById("headline");
  const detail = document.getElementById("detail");
  const notice = document.getElementById("notice");
  const refresh = document.getElementById("refresh");
  /** The error with which `session.ready` rejected, which the snapshot need not contain. */
  let readyError = null;

  function render(snapshot) {
    const failure = snapshot.error ?? (snapshot.status === "unknown" ? readyError : null);
    const [sentence, rest] = describeStatus(snapshot, failure);
    setText(headline, sentence);
    setText(detail, rest);
    setText(notice, noticeFor(snapshot, failure));
    notice.hidden = notice.textContent === "";
    status.dataset.status = snapshot.status;
    status.dataset.reason = snapshot.reason ?? "";
    status.dataset.stale = String(snapshot.stale);
    status.dataset.error = failure?.code ?? "";

    const hasFailed = snapshot.stale || (snapshot.status === "unknown" && failure !== null);
    // `refresh()` would give up a sign-out that has failed, so the button is hidden; the button to sign out again shows instead.
    const needsReload = failure?.code === "wasm-unavailable";
    refresh.hidden =
      snapshot.status === "unknown" && (failure === null || (snapshot.signOutPending && !needsReload));
    refresh.classList.toggle("primary", hasFailed);
    setText(refresh, labelFor(hasFailed, failure));
  }

  session.subscribe(render);
  session.ready.catch((error) => {
    if (!isSessionError(error)) {
      throw error;
    }
    readyError = error;
    render(session.snapshot);
  });
  offerRefresh(session, refresh, document.getElementById("checked"));
}

/** Makes the button call `refresh()`. `line` shows when the session was checked last. */
function offerRefresh(session, button, line) {
  let isRunning = false;
  const showTime = (verb, ariaLive) => {
    line.setAttribute("aria-live", ariaLive);
    line.textContent = `${verb} at ${new Date().toLocaleTimeString()}.`;
  };
  // The line is cleared once the session is shown without an error.
  session.subscribe(({ status, error }) => {
    if (status !== "unknown" && error === null) {
      setText(line, "");
    }
  });
  session.addEventListener("revalidation-failed", () => {
    if (line.textContent !== "") {
      // A screen reader does not announce it, because the user has not asked for this read.
      showTime("Tried", "off");
    }
  });
  button.addEventListener("click", async () => {
    if (document.getElementById("status").dataset.error === "wasm-unavailable") {
      location.reload();
      return;
    }
    if (isRunning) {
      return;
    }
    isRunning = true;
    // Not `disabled`, which would take the focus from a keyboard user.
    button.setAttribute("aria-disabled", "true");
    try {
      await session.refresh();
      showTime("Checked", "polite");
    } catch (error) {
      if (!isSessionError(error)) {
        throw error;
      }
      // The status above shows the error.
      showTime("Tried", "polite");
    } finally {
      isRunning = false;
      button.removeAttribute("aria-disabled");
    }
  });
}

function labelFor(hasFailed, failure) {
  if (!hasFailed) {
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

/** Writes a text only if it differs, so that a live region announces only changes. */
function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
