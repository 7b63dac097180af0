import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../../ports/clock.ts';
import { createLog } from '../log.ts';
import { mountPublicPages } from './public-pages.ts';

const renderer = `
  export const renderSitePage = () => '';
  export const renderLive = (locale, { items }) => locale + ': ' + items.join();
`;

/** An app whose landing page asks an API that answers with the given status, at whatever address it is called from. */
async function startApp() {
  const root = mkdtempSync(path.join(tmpdir(), 'fws-site-'));
  mkdirSync(path.join(root, 'dist-server'));
  writeFileSync(path.join(root, 'dist-server', 'site.mjs'), renderer);
  writeFileSync(path.join(root, 'dist-server', 'site.json'), '{}');
  const api = { status: 200, items: ['Shelves'], addresses: new Set<string>() };
  const app = Fastify({ trustProxy: true });
  app.post('/api/public_jobs', (request, reply) => {
    api.addresses.add(request.ip);
    return reply.code(api.status).send({ data: { items: api.items } });
  });
  const logged: string[] = [];
  const listeners: (() => void)[] = [];
  const offers = { onChange: (listener: () => void) => void listeners.push(listener) };
  const changeOffers = () => listeners.forEach((tell) => tell());
  const pages = await mountPublicPages(app, path.join(root, 'dist'), {
    log: createLog((line) => logged.push(line)),
    origin: 'https://fws.example',
    clock: systemClock,
    offers,
    fill: (html) => html,
    hasSession: () => false,
  });
  app.get('/', () => pages.readLive('en'));
  const readLanding = async (address: string) =>
    (await app.inject({ url: '/', remoteAddress: address })).payload;
  return { api, readLanding, logged, changeOffers };
}

test('the jobs of the landing page cost no visitor a request, and a refusal is logged and not kept for the next', async () => {
  const { api, readLanding, logged } = await startApp();
  api.status = 429;
  expect(await readLanding('198.51.100.1')).toBe('');
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      level: 'error',
      message: 'the landing page is shown without jobs',
      error: expect.stringContaining('public_jobs answered 429'),
    },
  ]);
  api.status = 200;
  expect(await readLanding('198.51.100.2')).toBe('en: Shelves');
  api.status = 500;
  expect(await readLanding('198.51.100.3')).toBe('en: Shelves');
  expect([...api.addresses]).toEqual(['0.0.0.0']);
});

test('forgets the jobs of the landing page when somebody is suspended', async () => {
  const { api, readLanding, changeOffers } = await startApp();
  expect(await readLanding('198.51.100.1')).toBe('en: Shelves');
  api.items = ['Wardrobe'];
  expect(await readLanding('198.51.100.1')).toBe('en: Shelves');
  changeOffers();
  expect(await readLanding('198.51.100.1')).toBe('en: Wardrobe');
});
