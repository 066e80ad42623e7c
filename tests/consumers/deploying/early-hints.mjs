/** The package's files, where this server serves them. */
const FILES = [
  "</pkg/index.js>; rel=modulepreload",
  '</pkg/wasm/platform_session_bg.wasm>; rel=preload; as=fetch; type="application/wasm"; crossorigin',
];

/** Answers with a page that takes its time. Meanwhile the browser asks for the package's files. */
export async function answerPage(request, response, makePage) {
  response.writeEarlyHints({ link: FILES });
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(await makePage(request));
}
