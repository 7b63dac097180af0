import { mkdirSync } from 'node:fs';
import { colleague } from './support/admin.ts';
import { expect, test } from './support/fixtures.ts';

test('all looks of the admin', async ({ open, person, product }) => {
  test.setTimeout(1_800_000);
  await product.ask({ do: 'demo' });
  const poster = await person({ firstName: 'Meera', lastName: 'Joshi' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const sides = { poster, worker, rupees: '9600' };
  await product.ask<number>({ do: 'contradicted', sides });
  await product.ask<number>({ do: 'refused', sides: { ...sides, worker: await person(), rupees: '1000' } });
  await product.ask<number>({ do: 'chargeback', sides: { poster, worker: await person({ identity: 'verified' }), rupees: '1500' }, released: true, steps: [['MERCHANT_LOST', 'lost']], ends: 'chargeback_lost' });
  await product.ask({ do: 'work', task: 'verify_books', payload: {} });
  const { page } = await colleague({ open, person, product }, 'admin', 'Nandini');
  const cookies = await page.context().cookies();
  const paths: Record<string, string> = {};
  await page.goto('/admin');
  await page.waitForTimeout(1500);
  const cases = await page.locator('a[href^="/admin/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
  for (const href of cases) { const m = /^\/admin\/([a-z]+)\/(\d+)$/.exec(href); if (m && m[1] !== 'users' && !(('case-' + m[1]) in paths)) paths['case-' + m[1]] = href; }
  Object.assign(paths, { queue: '/admin', users: '/admin/users', user: `/admin/users/${worker.id}`, ledger: '/admin/ledger', account: `/admin/ledger/accounts/wallet:${worker.id}`, account2: '/admin/ledger/accounts/provider_clearing', txns: '/admin/ledger/transactions', checks: '/admin/ledger/checks', content: '/admin/content', samples: '/admin/content/samples', addresses: '/admin/content/addresses', enquiries: '/admin/content/enquiries', settings: '/admin/settings', health: '/admin/health', audit: '/admin/audit' });
  for (const kind of ['jobs', 'contracts', 'orders', 'withdrawals']) {
    paths[kind] = `/admin/${kind}`;
    await page.goto(`/admin/${kind}`);
    await page.waitForTimeout(1500);
    const first = await page.locator(`main a[href^="/admin/${kind}/"]`).first().getAttribute('href').catch(() => null);
    if (first) paths[kind + '-one'] = first;
  }
  const only = process.env.ONLY;
  for (const [size, locale, theme] of [['phone','en','light'],['desktop','en','light'],['phone','hi','light'],['desktop','hi','light'],['phone','en','dark'],['desktop','en','dark'],['phone','hi','dark'],['desktop','hi','dark']] as const) {
    const win = await open(size, { locale, theme });
    await win.context().addCookies(cookies.filter((c) => c.name !== 'lang'));
    const dir = `/tmp/looks/${size}-${locale}-${theme}`;
    mkdirSync(dir, { recursive: true });
    for (const [name, path] of Object.entries(paths)) {
      if (only && !name.includes(only)) continue;
      await win.goto(path);
      await win.waitForLoadState('networkidle').catch(() => {});
      await expect(win.locator('.sk')).toHaveCount(0);
      await win.waitForTimeout(200);
      const facts = await win.evaluate(() => {
        const wide = document.documentElement.scrollWidth - innerWidth;
        const small = [...document.querySelectorAll('a,button,input,select,textarea,summary')].filter((e) => { const r = e.getBoundingClientRect(); const inline = getComputedStyle(e).display === 'inline'; return r.width > 0 && !inline && (r.height < 43.5) && !e.closest('.sr-only') && r.top >= 0; }).map((e) => `${e.tagName}.${(e as HTMLElement).className}:${(e.textContent ?? '').trim().slice(0, 20)} ${Math.round(e.getBoundingClientRect().height)}`);
        const overflowing = [...document.querySelectorAll('.scrollx, [tabindex="0"]')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => `${e.className} ${e.scrollWidth}>${e.clientWidth}`);
        const h1 = [...document.querySelectorAll('h1')].map((h) => { const r = h.getBoundingClientRect(); return r.width > 2 && r.height > 2 ? 'h1' : 'hidden-h1'; }).join(',');
        return { wide, small: [...new Set(small)].slice(0, 8), overflowing, h1 };
      });
      console.log(size, locale, theme, name, JSON.stringify(facts));
      await win.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
    }
  }
});
