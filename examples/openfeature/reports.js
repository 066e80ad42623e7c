/** `client`: of OpenFeature. */
export function reportsOf(client) {
  // The default is false: it counts until the session is known.
  if (!client.getBooleanValue("report-analysis", false)) return "Not for your role";
  const { max } = client.getObjectValue("report-analysis", { max: 0 });
  return `${max} reports a day`;
}
