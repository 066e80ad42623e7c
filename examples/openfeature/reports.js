/** `client` is a client of OpenFeature. */
export function reportsOf(client) {
  // The second argument is the value until the session is known.
  if (!client.getBooleanValue("report-analysis", false)) return "Not for your role";
  const { max } = client.getObjectValue("report-analysis", { max: 0 });
  return `${max} reports a day`;
}
