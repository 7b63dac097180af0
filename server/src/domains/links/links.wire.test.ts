import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { userRegister } from '@fws/contract/identity/calls';
import { removePayoutAccount, updateUpiAccount } from '@fws/contract/payouts/calls';
import { Browser } from '../../../test/identity/browser.ts';
import { buildRegistrationForm } from '../../../test/identity/registration.ts';
import { PASSWORD } from '../../../test/identity/logins.ts';
import { readLegacyForm } from '../../../test/legacy.ts';
import { createBankAccount, createUpiAccount } from '../../../test/payouts.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { createKeyring, loadKeyring, type Keyring } from '../../platform/keys.ts';
import { recordPayoutSignals } from '../payouts/signals/service.ts';
import { areLinked, findLinkedAccounts, findLinksBetween, findLinksTo, recordSignal } from './index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({
    clockStopped: true,
    worker: false,
    env: { TRUST_PROXY: '1', LIMIT_REGISTER_ADDRESS: 'off' },
  });
});
afterAll(() => world.close());

let lastAddress = 0;
const createAddress = () => `203.0.113.${++lastAddress}`;
const openBrowser = (address = createAddress()) => new Browser(world, address);

interface Member {
  id: number;
  email: string;
}

async function register(browser: Browser): Promise<Member> {
  const form = await readLegacyForm(userRegister, buildRegistrationForm());
  const reply = await browser.call('user_register', form);
  expect(reply).toMatchObject({ httpStatus: 200 });
  return { id: (reply.data as { id: number }).id, email: String(form['email']) };
}

async function logIn(browser: Browser, { email }: Member): Promise<void> {
  const reply = await browser.call('user_login', { identifier: email, password: PASSWORD, otp: '' });
  expect(reply).toMatchObject({ httpStatus: 200 });
}

const listKinds = async (first: { id: number }, second: { id: number }): Promise<string[]> =>
  (await findLinksBetween(world.db, first.id, second.id)).map(({ kind }) => kind);

/** The rows of a user with the transaction that wrote each. */
async function readSignals(userId: number) {
  const { rows } = await sql<{ kind: string; first: Date; last: Date; written: string }>`
    SELECT kind, first_seen_at AS first, last_seen_at AS last, xmin::text || '.' || xmax::text AS written
    FROM account_signal WHERE user_id = ${userId} ORDER BY kind, first_seen_at`.execute(world.db);
  return rows;
}

test('two accounts of one browser are linked by it, wherever it calls from', async () => {
  const [home, office] = [openBrowser(), openBrowser()];
  const asha = await register(home);
  office.cookies.set('fws_browser', home.cookies.get('fws_browser') ?? '');
  const binod = await register(office);
  const stranger = await register(openBrowser());
  const now = world.clock.now();
  expect(await findLinksBetween(world.db, asha.id, binod.id)).toEqual([
    { kind: 'device', strength: 'strong', since: now, lastSeenAt: now },
  ]);
  expect(await areLinked(world.db, binod.id, asha.id)).toBe(true);
  expect(await areLinked(world.db, asha.id, stranger.id)).toBe(false);
  expect(await findLinksBetween(world.db, asha.id, stranger.id)).toEqual([]);
});

test('an address alone is a weak link, which disqualifies nothing', async () => {
  const address = createAddress();
  const [asha, binod] = [await register(openBrowser(address)), await register(openBrowser(address))];
  expect(await findLinksBetween(world.db, asha.id, binod.id)).toMatchObject([
    { kind: 'address', strength: 'weak' },
  ]);
  expect(await areLinked(world.db, asha.id, binod.id)).toBe(false);
  expect(await areLinked(world.db, asha.id, binod.id, { kinds: ['address'] })).toBe(true);
});

test('an IPv6 address counts by its network', async () => {
  const asha = await register(openBrowser('2001:db8:1:2::5'));
  const binod = await register(openBrowser('2001:db8:1:2:ffff::9'));
  const other = await register(openBrowser('2001:db8:1:3::5'));
  expect(await listKinds(asha, binod)).toEqual(['address']);
  expect(await listKinds(asha, other)).toEqual([]);
});

test('an address of more than ten accounts links nobody', async () => {
  const address = createAddress();
  const first = await register(openBrowser(address));
  const second = await register(openBrowser(address));
  for (let count = 3; count <= 10; count += 1) await register(openBrowser(address));
  expect(await listKinds(first, second)).toEqual(['address']);
  expect((await findLinkedAccounts(world.db, first.id)).length).toBe(9);
  await register(openBrowser(address));
  expect(await listKinds(first, second)).toEqual([]);
  expect(await findLinkedAccounts(world.db, first.id)).toEqual([]);
});

test('a client without cookies has an address and no device', async () => {
  const fields = buildRegistrationForm();
  const reply = await world.guest.post('user_register', fields, { 'x-forwarded-for': createAddress() });
  const [{ id }] = reply.data as [{ id: number }];
  expect((await readSignals(id)).map(({ kind }) => kind)).toEqual(['address']);
});

test('a login writes signals once a day, and other calls write none', async () => {
  const browser = openBrowser();
  const asha = await register(browser);
  const written = await readSignals(asha.id);
  expect(written.map(({ kind }) => kind)).toEqual(['address', 'device']);
  world.clock.advance(DAY_MS - 1);
  await logIn(browser, asha);
  await browser.call('current_user');
  expect(await readSignals(asha.id)).toEqual(written);
  world.clock.advance(1);
  await browser.call('current_user');
  expect(await readSignals(asha.id)).toEqual(written);
  await logIn(browser, asha);
  const now = world.clock.now();
  expect(await readSignals(asha.id)).toMatchObject(
    written.map(({ kind, first }) => ({ kind, first, last: now })),
  );
});

test('the cookie of a browser is renewed after half a year, and its accounts stay linked', async () => {
  const browser = openBrowser();
  const [asha, binod] = [await register(browser), await register(browser)];
  const token = browser.cookies.get('fws_browser');
  expect(token).toMatch(/^[\w-]{43}\.\d+$/);
  world.clock.advance(181 * DAY_MS);
  await logIn(browser, asha);
  expect(browser.cookies.get('fws_browser')).not.toBe(token);
  expect(await listKinds(asha, binod)).toContain('device');
  const carol = await register(browser);
  expect(await listKinds(asha, carol)).toContain('device');
  await logIn(browser, binod);
  expect(await listKinds(binod, carol)).toContain('device');
});

test('a forged cookie is replaced, and links nobody', async () => {
  const [first, second] = [openBrowser(), openBrowser()];
  for (const browser of [first, second]) browser.cookies.set('fws_browser', 'shared');
  const [asha, binod] = [await register(first), await register(second)];
  expect(first.cookies.get('fws_browser')).toMatch(/^[\w-]{43}\.\d+$/);
  expect(await listKinds(asha, binod)).toEqual([]);
});

test('the cookie is out of reach of scripts and of other sites', async () => {
  const form = await readLegacyForm(userRegister, buildRegistrationForm());
  const response = await fetch(`${world.url}/api/user_register`, {
    method: 'POST',
    headers: {
      'x-fws-client': 'web',
      'content-type': 'application/json',
      'x-forwarded-for': createAddress(),
    },
    body: JSON.stringify(form),
  });
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('fws_browser=')) ?? '';
  expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('accounts with one bank account or UPI ID are linked, also after it was removed', async () => {
  const [asha, binod, carol] = [await world.user(), await world.user(), await world.user()];
  await createBankAccount(asha, '50100417704417');
  const account = await createBankAccount(binod, '50100417704417');
  await createUpiAccount(asha, 'asha.k@okhdfc');
  await createUpiAccount(carol, 'Asha.K@okhdfc');
  const kinds = { kinds: ['payout_account'] as const };
  expect(await findLinksBetween(world.db, asha.id, binod.id)).toMatchObject([
    { kind: 'payout_account', strength: 'strong' },
  ]);
  expect(await areLinked(world.db, asha.id, carol.id, kinds)).toBe(true);
  expect(await areLinked(world.db, binod.id, carol.id, kinds)).toBe(false);
  await binod.done(removePayoutAccount, { accountId: String(account.id) });
  expect(await areLinked(world.db, asha.id, binod.id)).toBe(true);
  expect(await findLinksTo(world.db, asha.id, [binod.id, carol.id, asha.id])).toMatchObject([
    { userId: binod.id, links: [{ kind: 'payout_account' }] },
    { userId: carol.id, links: [{ kind: 'payout_account' }] },
  ]);
  const { rows } = await sql<{ found: boolean }>`
    SELECT bool_or(encode(value_hash, 'escape') ~ '50100417704417|okhdfc') AS found
    FROM account_signal`.execute(world.db);
  expect(rows).toEqual([{ found: false }]);
});

test('a changed UPI ID links its owner with those who have it', async () => {
  const [asha, binod] = [await world.user(), await world.user()];
  await createUpiAccount(asha, 'asha.new@okhdfc');
  const account = await createUpiAccount(binod, 'binod.old@okhdfc');
  expect(await areLinked(world.db, asha.id, binod.id)).toBe(false);
  await binod.done(updateUpiAccount, {
    accountId: String(account.id),
    upiId: 'asha.new@okhdfc',
    address: '',
  });
  expect(await areLinked(world.db, asha.id, binod.id)).toBe(true);
});

test('accounts from before signals existed, or of a former key, are recorded by a task', async () => {
  const [asha, binod] = [await world.user(), await world.user()];
  await createUpiAccount(asha, 'old.account@okhdfc');
  await createBankAccount(asha, '50100417709999');
  await createUpiAccount(binod, 'old.account@okhdfc');
  const clear = async (keyId: string | null) => {
    await world.db.deleteFrom('account_signal').where('user_id', 'in', [asha.id, binod.id]).execute();
    await world.db
      .updateTable('payout_account')
      .set({ signal_key_id: keyId })
      .where('user_id', 'in', [asha.id, binod.id])
      .execute();
  };
  const run = () =>
    recordPayoutSignals({
      db: world.db,
      keyring: loadKeyring({ secret: null, previousSecrets: [], dataDir: world.dataDir }),
      ports: { clock: world.clock },
    });
  for (const keyId of [null, '00000000']) {
    await clear(keyId);
    expect(await areLinked(world.db, asha.id, binod.id)).toBe(false);
    await run();
    expect(await areLinked(world.db, asha.id, binod.id)).toBe(true);
    expect((await readSignals(asha.id)).map(({ kind }) => kind)).toEqual([
      'payout_account',
      'payout_account',
    ]);
  }
  const written = await readSignals(asha.id);
  await run();
  expect(await readSignals(asha.id)).toEqual(written);
});

test('lists linked accounts up to a limit, those seen together last first', async () => {
  const browser = openBrowser();
  const members = [await register(browser), await register(browser), await register(browser)];
  const [asha, binod, carol] = members as [Member, Member, Member];
  world.clock.advance(2 * DAY_MS);
  await logIn(browser, asha);
  await logIn(browser, binod);
  const list = async (limit?: number) =>
    (await findLinkedAccounts(world.db, asha.id, { kinds: ['device'], ...(limit && { limit }) })).map(
      ({ userId }) => userId,
    );
  expect(await list()).toEqual([binod.id, carol.id]);
  expect(await list(1)).toEqual([binod.id]);
});

const recordWith = (keyring: Keyring, userId: number, value: string) =>
  inTx(world.db, (tx) =>
    recordSignal({ keyring, ports: { clock: world.clock } }, tx, { userId, kind: 'identity', value }),
  );

test('accounts stay linked when the key is rotated between their signals', async () => {
  const [former, current] = [Buffer.from('former secret'), Buffer.from('current secret')];
  const [asha, binod, carol] = [await world.user(), await world.user(), await world.user()];
  const since = world.clock.now();
  await recordWith(createKeyring(former), asha.id, 'number');
  await recordWith(createKeyring(former), binod.id, 'number');
  await recordWith(createKeyring(former), carol.id, 'other');
  world.clock.advance(DAY_MS);
  const rotated = createKeyring(current, former);
  await recordWith(rotated, binod.id, 'number');
  expect(await listKinds(asha, binod)).toEqual(['identity']);
  expect(await readSignals(asha.id)).toMatchObject([{ first: since, last: since }]);
  expect(await readSignals(binod.id)).toMatchObject([{ first: since, last: world.clock.now() }]);
  await recordWith(rotated, carol.id, 'number');
  expect(await listKinds(asha, carol)).toEqual(['identity']);
  // A process that still has the former key writes the former hash; the next one that has both joins the two.
  await recordWith(createKeyring(former), asha.id, 'number');
  await recordWith(rotated, asha.id, 'number');
  expect(await readSignals(asha.id)).toHaveLength(1);
});

test('ten logins of one account at once record each signal once', async () => {
  const browser = openBrowser();
  const asha = await register(browser);
  world.clock.advance(2 * DAY_MS);
  await Promise.all(
    Array.from({ length: 10 }, () =>
      browser.call('user_login', { identifier: asha.email, password: PASSWORD, otp: '' }),
    ),
  );
  expect(await readSignals(asha.id)).toHaveLength(2);
});
