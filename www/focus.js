/**
 * Keeps a keyboard user's place in `section`: when the focused element is hidden or removed (the form after a sign-in, the button after a
 * sign-out), the focus moves to the heading of the content that replaces it. Focus outside of the section is left alone.
 * Call this last, so that its listener runs after the page is updated.
 */
export function followFocus(session, section) {
  let focused = null;
  document.addEventListener("focusin", ({ target }) => {
    focused = section.contains(target) ? target : null;
  });
  session.subscribe(() => {
    if (focused && (!focused.isConnected || focused.closest("[hidden]"))) {
      focused = null;
      headingOf(section).focus();
    }
  });
}

function headingOf(section) {
  return section.querySelector("section:not([hidden]) > h3") ?? section.querySelector(".headline");
}
