/// <reference types="platform-session/script" />
const session = platformSession.createSession();
const button = document.querySelector("#analyse");
const gate = session.gate({ feature: "report-analysis" });
gate.subscribe(() => {
  button.hidden = !gate.granted;
});
