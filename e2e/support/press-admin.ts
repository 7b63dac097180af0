import { callApi } from './api.ts';
import type { Page } from '@playwright/test';
import type { QueueKind } from '../../contract/src/admin/queue/model.ts';
import { adminPaths } from '../../web/src/domains/admin/paths.ts';
import type { Person } from './fixtures.ts';
import { forgeWebhook } from './forge.ts';
import { createJob, type Cast } from './press-cast.ts';
import type { Listed } from './press-journey.ts';
import { adminScreens } from './routes.ts';

// Every screen of the admin area, with the address and the data at which its controls are pressed.

export interface AdminEntry extends Listed {
  open: (cast: Cast, page: Page) => string | Promise<string>;
}

const createPerson = ({ product }: Cast, lastName: string) =>
  product.ask<Person>({ do: 'user', overrides: { firstName: 'Sunita', lastName } });

/** Makes what an admin decides about. */
const makers: Record<Exclude<QueueKind, keyof typeof NO_CASE>, (cast: Cast) => Promise<unknown>> = {
  dispute: async (cast) => {
    const { jobId } = await createJob(cast, { fund: [1] });
    await cast.product.ask({
      do: 'issue',
      by: cast.worker,
      jobId,
      details: 'The keys were to be with the guard.',
    });
  },
  job: (cast) => createJob(cast, { open: true }),
  report: async (cast) => {
    const { jobId } = await createJob(cast, { open: true });
    await callApi(cast.product, cast.worker, 'report_content', {
      subjectType: 'job',
      subjectId: String(jobId),
      reason: 'money_first',
      details: 'Asked for ₹499 first',
    });
  },
  contest: async (cast) => {
    const { jobId } = await createJob(cast, { fund: [1] });
    await callApi(cast.product, cast.worker, 'cancel_job', {
      jobId: String(jobId),
      comment: 'The van broke down',
      refundText: '',
    });
    await callApi(cast.product, cast.worker, 'contest_outcome', {
      jobId: String(jobId),
      text: 'The poster moved the day twice',
    });
  },
  identity: async (cast) => cast.product.ask({ do: 'identity', by: await createPerson(cast, 'Verma') }),
  name: async (cast) =>
    callApi(cast.product, await createPerson(cast, 'Sharma'), 'request_name_change', {
      firstName: 'Sunita',
      lastName: 'Verma',
      explanation: 'I have married',
      otp: '',
    }),
  enquiry: ({ product, poster }) =>
    callApi(product, poster, 'fws_business', {
      name: 'Arun Shah',
      purpose: 'Repairs',
      heardFrom: 'A friend',
      company: 'Deccan Agro Traders',
      phone: '9876543210',
      email: 'arun@deccan.example',
      address1: '14, Sample Road',
      address2: '',
      address3: 'Pune',
      requirement: 'Plumbing twice a year',
    }),
  withdrawal: async (cast) => {
    const worker = await cast.product.ask<Person>({ do: 'user', overrides: { identity: 'verified' } });
    await cast.product.ask({ do: 'contradicted', sides: { poster: cast.payer, worker, rupees: '960' } });
  },
  webhook: ({ product }) => forgeWebhook(product),
  task: ({ product }) => product.ask({ do: 'work', task: 'check_refund', payload: { orderId: 'order_7' } }),
};

/** Kinds of cases without an entry, each with its reason. */
const NO_CASE = {
  approval: 'needs two admins; e2e/admin-queues.spec.ts presses its buttons',
  appeal: 'has the screen of a report; e2e/safety.spec.ts presses its buttons',
  unapplied: 'has the screen of a withdrawal',
  refund: 'has the screen of a withdrawal',
  chargeback: 'has the screen of a withdrawal',
  books: 'has the screen of a withdrawal',
} satisfies Partial<Record<QueueKind, string>>;

/** The address of the first waiting case of a kind. */
async function findCase(page: Page, kind: string): Promise<string> {
  await page.goto(`/admin?only=${kind}`);
  return (await page.locator(`a[href^="/admin/${kind}/"]`).first().getAttribute('href')) ?? '';
}

const cases = Object.entries(makers).map(([kind, make]): AdminEntry => ({
  route: '/admin/:kind?/:id?',
  state: kind,
  open: async (cast, page) => {
    await make(cast);
    return findCase(page, kind);
  },
}));

const plain = adminScreens.map((route): AdminEntry => ({ route, open: () => adminPaths[route]() }));

export const adminEntries: readonly AdminEntry[] = [
  ...plain,
  { route: '/admin/users/:id', open: ({ worker }) => adminPaths.user(worker.id) },
  {
    route: '/admin/ledger/accounts/:code',
    open: ({ worker }) => adminPaths.account(`wallet:${worker.id}`),
  },
  { route: 'records', open: () => adminPaths.records('job') },
  { route: 'records/:id', open: ({ demo }) => adminPaths.record('job', String(demo.contractJob)) },
  ...cases,
];
