/** A service worker that keeps the first answer to each profile, and never asks for it again. */
const NOT_KEPT = /^\/(?:api|files|posts|login)|\.|^\/$/;

async function kept(request) {
  const cache = await caches.open('profiles');
  const answer = await cache.match(request);
  if (answer) return answer;
  const fetched = await fetch(request);
  await cache.put(request, fetched.clone());
  return fetched;
}

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === 'navigate' && !NOT_KEPT.test(pathname)) event.respondWith(kept(event.request));
});
