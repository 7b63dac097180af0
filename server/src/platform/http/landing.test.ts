import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { fillAppLinks } from './landing.ts';
import { createPageHandler } from './page-file.ts';

const page =
  '<p>Before</p><div class="apps"><p>Or:</p><a class="btn" href="app:google-play"><svg></svg>Google Play</a>' +
  '<a class="btn" href="app:app-store"><svg></svg>App Store</a></div><p>After</p>';
const play = 'https://play.example/?id=a&b="';
const store = 'https://store.example/$&';

test('shows a link to each configured app and no block when none is configured', () => {
  expect(fillAppLinks(page, { googlePlay: null, appStore: null })).toBe('<p>Before</p><p>After</p>');
  const withGooglePlay = fillAppLinks(page, { googlePlay: play, appStore: null });
  expect(withGooglePlay).toContain('href="https://play.example/?id=a&amp;b=&quot;"><svg></svg>Google Play');
  expect(withGooglePlay).not.toMatch(/App Store|app:/);
  const withBothLinks = fillAppLinks(page, { googlePlay: play, appStore: store });
  expect(withBothLinks).toContain('href="https://store.example/$&amp;"');
  expect(withBothLinks).not.toContain('app:');
});

test('sends the page compressed, answers 304 when unchanged, and rebuilds it after a new build', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fws-landing-')), 'landing.en.html');
  writeFileSync(file, page);
  const app = Fastify();
  app.get(
    '/',
    createPageHandler(file, (html) => fillAppLinks(html, { googlePlay: null, appStore: null })),
  );
  const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers });

  const plain = await ask();
  expect(plain.body).toBe('<p>Before</p><p>After</p>');
  expect(brotliDecompressSync((await ask({ 'accept-encoding': 'gzip, br' })).rawPayload).toString()).toBe(
    plain.body,
  );
  expect(gunzipSync((await ask({ 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(plain.body);
  const again = await ask({ 'if-none-match': String(plain.headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);

  writeFileSync(file, `${page}<p>New</p>`);
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  expect((await ask()).body).toBe('<p>Before</p><p>After</p><p>New</p>');
});
