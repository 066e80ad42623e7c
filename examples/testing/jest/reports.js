const { createSession, isSessionError } = require("platform-session");

/** Shows the reports to a user who may see them. */
exports.loadReports = async (session) => {
  if (!session.gate({ feature: "report-analysis" }).granted) return [];
  try {
    const answer = await session.fetch("/data-api/reports");
    return await answer.json();
  } catch (error) {
    if (isSessionError(error) && error.code === "network") return [];
    throw error;
  }
};

// In Jest this session is inert: it sends no request, and every gate is closed.
exports.session = createSession({ baseUrl: "https://portal.example" });
