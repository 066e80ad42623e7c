/** The package's files, at the paths of this server. */
const FILES = [
  "</pkg/index.js>; rel=modulepreload",
  '</pkg/wasm/platform_session_bg.wasm>; rel=preload; as=fetch; type="application/wasm"; crossorigin',
];

/** Answers with a page that takes a while to make. Meanwhile the browser requests the package's files. */
export async function answerPage(request, response, makePage) {
  response.writeEarlyHints({ link: FILES });
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(await makePage(request));
}
