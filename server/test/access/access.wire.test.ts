import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { hasPermission, ROLES, type Permission, type Role } from '@fws/contract/platform/permissions';
import { EXPORTS } from '../../src/domains/admin/exports/service.ts';
import { createAdmin } from '../admin/admins.ts';
import { createSession, suspendUser } from '../../src/domains/identity/index.ts';
import { inTx } from '../../src/platform/db/index.ts';
import { translate } from '../../src/platform/messages.ts';
import { listUndeclaredFields, type MountedCall } from './form-fields.ts';
import { listMountedCalls, listMountedRoutes, getCallNames } from './mounted.ts';
import type { TestUser } from '../user.ts';
import { startWorld, type World } from '../world.ts';
import { decodeLegacyForm } from '../legacy.ts';

// Checks who may make each mounted call, under each of its names.

let world: World;
let calls: MountedCall[];
const members = new Map<Role, TestUser>();
beforeAll(async () => {
  world = await startWorld();
  calls = await listMountedCalls(world);
  for (const role of ROLES) members.set(role, (await createAdmin(world, role)).user);
});
afterAll(() => world.close());

/** Refused with this status and code, or admitted to the validation of the form. */
type Expected = { status: 401 | 403; code: SharedMessageId; stepUp?: string } | 'admitted';
type Credentials = Record<string, string>;

interface Caller {
  name: string;
  /** Creates a new session for every call, because some calls end it. */
  credentials: () => Promise<Credentials>;
  /** Null when the table makes no statement about the call. */
  expected: (call: MountedCall) => Expected | null;
}

const NO_SESSION: Expected = { status: 401, code: 'common.login_required' };
const NOT_ADMITTED: readonly SharedMessageId[] = [
  'admin.enter_first',
  'admin.not_admin',
  'admin.not_permitted',
  'common.csrf',
  'common.login_required',
  'identity.mobile_not_verified',
  'identity.prove_device',
  'identity.session_limited',
  'identity.session_suspended',
];

const buildBearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` });
/** `provenMs`: how much later than now the device was proven; left out: never. */
const startSession = ({ id }: Pick<TestUser, 'id'>, confirmed = true, provenMs?: number): Promise<string> => {
  const now = world.clock.now();
  return createSession(world.db, {
    userId: id,
    now,
    ttlMs: 3600_000,
    client: 'test',
    confirmed,
    provenAt: provenMs === undefined ? null : new Date(now.getTime() + provenMs),
  });
};
const createCredentials = async (user: Promise<TestUser>) => {
  const { id } = await user;
  return async () => buildBearer(await startSession({ id }));
};

async function createSuspendedUser(): Promise<TestUser> {
  const user = await world.user();
  await inTx(world.db, (tx) => suspendUser(tx, user.id, 'Spam', world.clock.now()));
  return user;
}

async function listCallers(): Promise<Caller[]> {
  const user = await world.user();
  const expectWithoutSession = ({ access }: MountedCall): Expected =>
    access === 'public' ? 'admitted' : NO_SESSION;
  return [
    { name: 'a guest', credentials: () => Promise.resolve({}), expected: expectWithoutSession },
    {
      name: 'a bogus token',
      credentials: () => Promise.resolve(buildBearer('Zm9yZ2Vk')),
      expected: expectWithoutSession,
    },
    {
      name: 'a suspended user',
      credentials: await createCredentials(createSuspendedUser()),
      expected: ({ access, scopes }) =>
        access === 'public' || scopes?.includes('suspended')
          ? 'admitted'
          : { status: 403, code: 'identity.session_suspended' },
    },
    {
      name: 'an account whose mobile number is not verified',
      credentials: await createCredentials(world.user({ mobileVerified: false })),
      expected: ({ access, reads, allowUnverified }) => {
        if (access === 'admin') return { status: 403, code: 'admin.not_admin' };
        return access === 'public' || reads || allowUnverified
          ? 'admitted'
          : { status: 403, code: 'identity.mobile_not_verified' };
      },
    },
    {
      name: 'a limited session',
      credentials: () => startSession(user, false).then(buildBearer),
      expected: ({ access, scopes }) =>
        access === 'public' || scopes?.includes('limited')
          ? 'admitted'
          : { status: 403, code: 'identity.session_limited', stepUp: 'device' },
    },
    {
      name: 'a session on a device that was proven 31 days ago',
      credentials: () => startSession(user, false, -31 * 24 * 3600_000).then(buildBearer),
      expected: ({ needsProvenDevice }) =>
        needsProvenDevice ? { status: 403, code: 'identity.prove_device', stepUp: 'device' } : null,
    },
    {
      name: 'a cookie that no script of ours sent',
      credentials: async () => ({ cookie: `fws_session=${await startSession(user)}` }),
      expected: ({ access }) => (access === 'public' ? null : { status: 403, code: 'common.csrf' }),
    },
    {
      name: 'a user without a role',
      credentials: () => startSession(user).then(buildBearer),
      expected: ({ access }) => (access === 'admin' ? { status: 403, code: 'admin.not_admin' } : null),
    },
    ...ROLES.flatMap((role): Caller[] => {
      const member = members.get(role) as TestUser;
      return [
        {
          name: `${role} without the second factor in this session`,
          credentials: () => startSession(member).then(buildBearer),
          expected: ({ access }) =>
            access === 'admin' ? { status: 403, code: 'admin.enter_first', stepUp: 'totp' } : null,
        },
        {
          name: role,
          credentials: () => Promise.resolve(buildBearer(member.token)),
          expected: ({ access, permission }) => {
            if (access !== 'admin') return null;
            return hasPermission(role, permission as Permission)
              ? 'admitted'
              : { status: 403, code: 'admin.not_permitted' };
          },
        },
      ];
    }),
  ];
}

async function post(name: string, credentials: Credentials) {
  const response = await fetch(`${world.url}/api/${name}`, {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  const reply = (await response.json()) as { message: string; step_up?: string };
  return { status: response.status, message: reply.message, stepUp: reply.step_up };
}

/** Returns undefined when the answer is as expected. */
async function findProblem(caller: Caller, call: MountedCall, name: string): Promise<string | undefined> {
  const expected = caller.expected(call);
  if (expected === null) return undefined;
  const answer = await post(name, await caller.credentials());
  if (expected === 'admitted') {
    // The form is empty. An admitted caller gets the validation errors of its required fields.
    const form = await decodeLegacyForm(call, {});
    const refused = NOT_ADMITTED.some((code) => translate('en', code) === answer.message);
    if (form.ok ? !refused && answer.status < 500 : answer.status === 422) return undefined;
  } else {
    const { status, code, stepUp } = expected;
    const message = translate('en', code);
    if (answer.status === status && answer.message === message && answer.stepUp === stepUp) return undefined;
  }
  return `${name} by ${caller.name}: ${JSON.stringify(answer)}, expected ${JSON.stringify(expected)}`;
}

const LONG_TIMEOUT = { timeout: 180_000 };

test('admits or refuses every caller on every call as the contract says', LONG_TIMEOUT, async () => {
  const table = await listCallers();
  const results = table.map(async (caller) => {
    const problems: string[] = [];
    for (const call of calls)
      for (const name of getCallNames(call)) {
        const message = await findProblem(caller, call, name);
        if (message !== undefined) problems.push(message);
      }
    return problems;
  });
  expect((await Promise.all(results)).flat()).toEqual([]);
});

test('requires a permission for every admin call and for no other call', () => {
  for (const { name, access, permission } of calls)
    expect(permission !== undefined, name).toBe(access === 'admin');
});

test('declares every field that looks like an id', async () => {
  expect((await Promise.all(calls.map(listUndeclaredFields))).flat()).toEqual([]);
});

/** Routes that are not calls, and who may request them. */
const OTHER_ROUTES: Record<string, 'everybody' | 'user' | 'admin' | 'signature' | 'token'> = {
  'GET /api/files/:id/:name': 'user',
  'GET /api/invoices/:id/:name.pdf': 'user',
  'GET /api/receipts/:id/:name.pdf': 'user',
  'GET /api/events': 'user',
  'GET /pay/:orderId': 'user',
  'GET /api/admin_exports/:name.csv': 'admin',
  // Ends an impersonation. Without one it only redirects back.
  'POST /api/impersonation/end': 'everybody',
  // Redirects to a page of ours that requires a session.
  'GET /pay/:orderId/return': 'everybody',
  'POST /pay/:orderId/return': 'everybody',
  'GET /api/social/:provider': 'everybody',
  'GET /api/social/:provider/callback': 'everybody',
  'POST /notify-me': 'everybody',
  // Links in messages: a screen's address, and the end of mails of a kind, with the code of one recipient.
  'GET /s/:code': 'everybody',
  'GET /unsubscribe/:token': 'everybody',
  'POST /unsubscribe/:token': 'everybody',
  'GET /robots.txt': 'everybody',
  'GET /sitemap.xml': 'everybody',
  'GET /sitemaps/:name.xml': 'everybody',
  // Only while the job or the page that they belong to is public.
  'GET /pictures/:id.jpg': 'everybody',
  'GET /og/:number(^[1-9]\\d{0,14}$).:locale.jpg': 'everybody',
  'GET /healthz': 'everybody',
  'GET /readyz': 'everybody',
  'GET /metrics': 'token',
  'POST /webhooks/payments': 'signature',
  'POST /webhooks/payments/cashfree': 'signature',
  'POST /webhooks/payments/razorpay': 'signature',
  'POST /webhooks/payouts': 'signature',
  'POST /webhooks/payouts/cashfree': 'signature',
  'POST /webhooks/payouts/razorpay': 'signature',
  'POST /webhooks/sms/msg91': 'signature',
  'POST /webhooks/whatsapp': 'signature',
  // The vendor's check of our address, with the secret that it was given.
  'GET /webhooks/whatsapp': 'signature',
  'POST /webhooks/mail': 'signature',
};
const DOCS = /^GET \/api\/docs(?:\/|\*|$)/;
const NOT_FOUND = /^[A-Z]+ (?:\/api\/)?\*$/;

const buildPath = (route: string): string =>
  route
    .replace(/^[A-Z]+ /, '')
    .replace(':id', '1')
    .replace(':orderId', 'fws_1_none')
    .replace(':name', Object.keys(EXPORTS)[0] ?? '');

test('lists every route that is not a call, with who may request it', async () => {
  const names = new Set(calls.flatMap(getCallNames).map((name) => `POST /api/${name}`));
  const others = (await listMountedRoutes(world)).filter(
    (route) => !route.startsWith('HEAD ') && !names.has(route) && !DOCS.test(route) && !NOT_FOUND.test(route),
  );
  expect(others.toSorted()).toEqual(Object.keys(OTHER_ROUTES).toSorted());
});

const userRoutes = Object.keys(OTHER_ROUTES).filter((route) =>
  /^(?:user|admin)$/.test(OTHER_ROUTES[route] ?? ''),
);

test.each(userRoutes)('%s requires a valid, full session', async (route) => {
  const suspended = await startSession(await createSuspendedUser());
  const limited = await startSession(await world.user(), false);
  for (const headers of [{}, ...['Zm9yZ2Vk', suspended, limited].map(buildBearer)]) {
    const response = await fetch(world.url + buildPath(route), { headers, redirect: 'manual' });
    const answer = response.headers.get('location')?.startsWith('/login?') ? 'login' : response.status;
    expect(answer).toBe(route === 'GET /pay/:orderId' ? 'login' : 401);
  }
});

test.each(Object.entries(EXPORTS))('the export %s requires its permission', async (name, { permission }) => {
  const fetchExport = async (token: string) => {
    const response = await fetch(`${world.url}/api/admin_exports/${name}.csv`, {
      headers: buildBearer(token),
    });
    const text = await response.text();
    return { status: response.status, text };
  };
  const user = await world.user();
  expect(await fetchExport(user.token)).toMatchObject({ status: 403 });
  for (const role of ROLES) {
    const member = members.get(role) as TestUser;
    expect((await fetchExport(await startSession(member))).text, role).toContain('"step_up":"totp"');
    expect((await fetchExport(member.token)).status !== 403, role).toBe(hasPermission(role, permission));
  }
});
