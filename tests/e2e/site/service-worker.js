// Answers repeated requests from its cache, as recipes for offline pages do ("stale-while-revalidate").
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.includes("/api/")) return;
  const answer = async () => {
    const cache = await caches.open("answers");
    const cached = await cache.match(request);
    const fresh = fetch(request).then((response) => {
      cache.put(request, response.clone());
      return response;
    });
    return cached ?? fresh;
  };
  event.respondWith(answer());
});
