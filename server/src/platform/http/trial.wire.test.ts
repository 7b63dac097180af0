import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contactsTemplate } from '@fws/contract/platform/contacts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialSettings } from '../../../test/config/production.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { startServer } from '../../main.ts';
import { silentLog } from '../log.ts';
import { getCookieName, IMPERSONATION_COOKIE } from './cookies.ts';

const PLATFORM_ADDRESS = '12 "A & B" Road, </script> Pune';
const LINKEDIN = 'https://www.linkedin.com/company/fws';

let world: World;
let webDist: string;
beforeAll(async () => {
  webDist = mkdtempSync(path.join(tmpdir(), 'fws-dist-'));
  const buildPage = (body: string) =>
    `<!doctype html><html lang="en"><head></head><body>${body}</body></html>`;
  const { email, phone, hours, address, social } = contactsTemplate;
  const links = social.map(({ name, url }) => `<a href="${url}">${name}</a>`).join('');
  const footer = `<a href="mailto:${email}">${email}</a><a href="tel:${phone}">${phone}</a>${hours.en}, ${address}${links}`;
  mkdirSync(path.join(webDist, 'admin'));
  writeFileSync(
    path.join(webDist, 'index.html'),
    buildPage(`app<!-- contacts --><noscript>${email}</noscript>`),
  );
  writeFileSync(path.join(webDist, 'landing.en.html'), buildPage(footer));
  writeFileSync(path.join(webDist, 'landing.hi.html'), buildPage(footer));
  writeFileSync(path.join(webDist, 'admin/admin.html'), buildPage('admin'));
  world = await startWorld({
    worker: false,
    webDist,
    env: { ...trialSettings, SHUTDOWN_DELAY_MS: '0', PLATFORM_ADDRESS, SOCIAL_LINK_LINKEDIN: LINKEDIN },
  });
});
afterAll(async () => {
  await world.close();
  rmSync(webDist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(url, world.url), { headers });
const fetchText = async (url: string, headers?: Record<string, string>) => (await get(url, headers)).text();

test('shows the trial banner once in both languages on every page', async () => {
  const user = await world.user();
  const pages = {
    landing: await fetchText('/'),
    'landing in Hindi': await fetchText('/?lang=hi'),
    app: await fetchText('/login'),
    admin: await fetchText('/admin/health'),
    'pay page': await fetchText('/pay/none', { authorization: `Bearer ${user.token}` }),
    'end of an impersonation': await fetchText('/', {
      cookie: `${getCookieName(true, IMPERSONATION_COOKIE)}=over`,
    }),
  };
  expect(pages['end of an impersonation']).toContain('<form method="post" action="/api/impersonation/end">');
  for (const [name, html] of Object.entries(pages)) {
    expect(html.match(/<aside class="trial"/g), name).toHaveLength(1);
    expect(html, name).toContain('<p lang="en">This is a trial. No real money moves here</p>');
    expect(html, name).toContain('<p lang="hi">यह सिर्फ़ आज़माने के लिए है।');
    expect(html, name).toMatch(/<body><aside class="trial"/);
  }
});

test('shows the contacts from the settings', async () => {
  const [english, hindi] = [await fetchText('/'), await fetchText('/?lang=hi')];
  expect(english).toContain('<a href="mailto:help@fws.in">help@fws.in</a>');
  expect(english).toContain('<a href="tel:+918047182200">+91 80 4718 2200</a>Mon to Fri, 10 am to 6 pm, ');
  expect(english).toContain('12 &quot;A &amp; B&quot; Road, &lt;/script> Pune');
  expect(english).toContain(`<a href="${LINKEDIN}">LinkedIn</a></body>`);
  expect(hindi).toContain('सोम से शुक्र, सुबह 10 से शाम 6');
  for (const html of [english, hindi]) expect(html).not.toMatch(/\{\{|social:/);

  const app = await fetchText('/register');
  expect(app).toContain('<noscript>help@fws.in</noscript>');
  const [, json] = /<script type="application\/json" id="contacts">(.*?)<\/script>/.exec(app) ?? [];
  expect(JSON.parse(json ?? '')).toMatchObject({
    grievanceOfficer: 'Asha Rao',
    grievanceEmail: 'grievance@fws.in',
    address: PLATFORM_ADDRESS,
    social: [{ name: 'LinkedIn', url: LINKEDIN }],
  });
});

test('does not serve a page with unfilled placeholders', async () => {
  for (const name of ['/index.html', '/landing.en.html', '/admin/admin.html'])
    expect((await get(name)).status, name).toBe(404);
});

test('the API description contains no admin calls', async () => {
  const { paths } = (await (await get('/api/docs/json')).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(paths)).toContain('/api/user_login');
  expect(Object.keys(paths).filter((name) => name.startsWith('/api/admin'))).toEqual([]);
  for (const name of ['/api/docs', '/api/docs/yaml'])
    expect(await fetchText(name), name).not.toContain('admin_');
});

test('/metrics is absent without its token and requires it when set', async () => {
  expect([(await get('/metrics')).status, await fetchText('/metrics')]).toEqual([404, 'Not found']);
  const token = 'a-token-of-sixteen';
  const guarded = await startServer({
    ...world.config,
    port: 0,
    env: { ...world.config.env, METRICS_TOKEN: token },
    log: silentLog,
    worker: false,
  });
  expect((await get(`${guarded.url}/metrics`)).status).toBe(403);
  expect((await get(`${guarded.url}/metrics`, { authorization: `Bearer ${token}` })).status).toBe(200);
  await guarded.close();
});
