import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { TestClock } from '../../../test/clock.ts';
import { createSite } from '../../../test/site.ts';
import { createLog } from '../log.ts';
import { mountPublicPages } from './public-pages.ts';

const renderer = `
  export const renderSitePage = ({ data }, { locale, isUser }) => {
    globalThis.renderedPages = (globalThis.renderedPages ?? 0) + 1;
    return [locale, isUser, data.job?.title ?? 'closed'].join(' ');
  };
  export const renderLive = (locale, { items }) => locale + ': ' + items.join();
`;

const takeRenderedCount = (): number => {
  const counter = globalThis as { renderedPages?: number };
  const { renderedPages = 0 } = counter;
  counter.renderedPages = 0;
  return renderedPages;
};

/** An app whose pages ask an API that answers with the given status, at whatever address it is called from. */
async function startApp() {
  const { webDist } = await createSite(renderer);
  const api = { status: 200, items: ['Shelves'], addresses: new Set<string>() };
  const app = Fastify({ trustProxy: true });
  await app.register(cookie);
  app.post('/api/public_jobs', (request, reply) => {
    api.addresses.add(request.ip);
    return reply.code(api.status).send({ data: { items: api.items } });
  });
  const jobs = { title: 'Shelves' as string | null, asked: 0, refused: new Set<string>() };
  app.post('/api/public_job', (request, reply) => {
    jobs.asked += 1;
    if (jobs.refused.has(request.ip)) return reply.code(429).send({ data: null });
    const job = jobs.title === null ? null : { number: '1', slug: 'shelves', title: jobs.title };
    return reply.send({ data: { job } });
  });
  const clock = new TestClock();
  clock.stop();
  const logged: string[] = [];
  const listeners: (() => void)[] = [];
  const offers = { onChange: (listener: () => void) => void listeners.push(listener) };
  const changeOffers = () => listeners.forEach((tell) => tell());
  const pages = await mountPublicPages(app, webDist, {
    log: createLog((line) => logged.push(line)),
    origin: 'https://fws.example',
    clock,
    offers,
    fill: (html) => html,
    hasSession: () => false,
  });
  app.get('/', () => pages.readLive('en'));
  const readLanding = async (address: string) =>
    (await app.inject({ url: '/', remoteAddress: address })).payload;
  const readJob = async (headers: Record<string, string> = {}, remoteAddress = '198.51.100.1') => {
    const {
      statusCode,
      payload,
      headers: sent,
    } = await app.inject({ url: '/j/1/shelves', headers, remoteAddress });
    return { status: statusCode, text: payload, etag: String(sent['etag']), cache: sent['cache-control'] };
  };
  return { app, api, jobs, clock, readLanding, readJob, logged, changeOffers };
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

test('a page is asked for once at a time, and rendered once for as long as it stays the same', async () => {
  const { jobs, clock, readJob } = await startApp();
  takeRenderedCount();
  const [first] = await Promise.all([readJob(), readJob(), readJob()]);
  expect(first).toMatchObject({ status: 200, text: 'en false Shelves', cache: 'no-cache' });
  expect([jobs.asked, takeRenderedCount()]).toEqual([1, 1]);
  clock.advance(250);
  expect(await readJob()).toEqual(first);
  expect([jobs.asked, takeRenderedCount()]).toEqual([2, 0]);
  // Times on it pass.
  clock.advance(60_000);
  expect(await readJob()).toEqual(first);
  expect(takeRenderedCount()).toBe(1);
});

test('what a browser is redirected to, it asks for again', async () => {
  const { app } = await startApp();
  const { statusCode, headers } = await app.inject('/j/1/an-older-title');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, '/j/1/shelves', 'no-cache']);
});

test('each language gets a page of its own', async () => {
  const { readJob } = await startApp();
  expect((await readJob({ 'accept-language': 'hi' })).text).toBe('hi false Shelves');
  expect((await readJob()).text).toBe('en false Shelves');
});

test('a browser that has the page gets it again only when it has changed', async () => {
  const { jobs, clock, readJob } = await startApp();
  const first = await readJob();
  const known = { 'if-none-match': first.etag };
  expect(await readJob(known)).toMatchObject({ status: 304, text: '', etag: first.etag });
  jobs.title = 'Wardrobe';
  clock.advance(250);
  expect(await readJob(known)).toMatchObject({ status: 200, text: 'en false Wardrobe' });
  jobs.title = null;
  clock.advance(250);
  const closed = await readJob();
  expect(closed).toMatchObject({ status: 410, text: 'en false closed' });
  // A search engine learns each time that it is gone.
  expect((await readJob({ 'if-none-match': closed.etag })).status).toBe(410);
});

test('a page is asked for again when somebody is suspended', async () => {
  const { jobs, readJob, changeOffers } = await startApp();
  await readJob();
  jobs.title = null;
  expect((await readJob()).status).toBe(200);
  changeOffers();
  expect((await readJob()).status).toBe(410);
});

test('what is refused one visitor is not refused to the others, and is not kept', async () => {
  const { jobs, readJob } = await startApp();
  jobs.refused.add('198.51.100.1');
  const [refused, shown] = await Promise.all([readJob(), readJob({}, '198.51.100.2')]);
  expect([refused?.status, shown?.status]).toEqual([429, 200]);
  jobs.refused.clear();
  expect((await readJob()).status).toBe(200);
});
