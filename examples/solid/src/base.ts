/** The base path of the app, without a slash at its end, as Solid Router wants it. */
export const base = import.meta.env.BASE_URL.replace(/\/$/, "");
