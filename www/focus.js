/**
 * Keeps a keyboard user's place: when what last held the focus in `section` is taken away (the form after a sign-in,
 * the button after a sign-out), the focus goes to the heading of what came instead. It is never taken from elsewhere.
 * To be started last, so that the page is up to date when it looks.
 */
export function followFocus(session, section) {
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    held = section.contains(target) ? target : null;
  });
  session.subscribe(() => {
    if (held && (!held.isConnected || held.closest("[hidden]"))) {
      held = null;
      headingOf(section).focus();
    }
  });
}

function headingOf(section) {
  return section.querySelector("section:not([hidden]) > h3") ?? section.querySelector(".headline");
}
