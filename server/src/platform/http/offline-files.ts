import type { FastifyInstance } from 'fastify';

/** Deletes what the withdrawn worker kept and removes itself. Open pages go on with the network alone. */
const WITHDRAWN = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** In place of the service worker of the build: a browser that asks for an update removes the one that it has. */
export function withdrawWorker(app: FastifyInstance): void {
  app.get('/sw.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(WITHDRAWN),
  );
}
