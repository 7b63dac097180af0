import { callApi } from './api.ts';
import { paths } from '../../web/src/platform/router/paths.ts';
import type { Person } from './fixtures.ts';
import type { Listed } from './press-journey.ts';
import { addAccount, createJob, findAlertPath, type Cast } from './press-cast.ts';

// Every screen of the app, with the address and the data at which its controls are pressed.

/** One window each. */
export type Area = 'guest' | 'posting' | 'contracts' | 'working' | 'account' | 'earnings';

export interface Entry extends Listed {
  area: Area;
  /** The address, with new data where a press can end what the screen is about. */
  open: (cast: Cast) => string | Promise<string>;
}

const plain = (area: Area, routes: Partial<Record<string, string>>): Entry[] =>
  Object.entries(routes).map(([route, address = '']) => ({ route, area, open: () => address }));

const contract = (
  side: 'awardedJob' | 'myJob',
  state: string,
  job: Parameters<typeof createJob>[1],
  after?: (cast: Cast, jobId: number) => Promise<unknown>,
): Entry => ({
  route: side,
  state,
  area: side === 'awardedJob' ? 'contracts' : 'working',
  open: async (cast) => {
    const { jobId } = await createJob(cast, job);
    await after?.(cast, jobId);
    return paths[side](jobId);
  },
});

const takeDown = ({ product, worker, payer }: Cast) =>
  product.ask<number>({ do: 'takeDown', poster: worker, reporter: payer });

/** A conversation about a new job of the poster with a new worker, whom the presses block. Returns the address. */
async function startConversation(cast: Cast): Promise<string> {
  const worker = await cast.product.ask<Person>({ do: 'user', overrides: { firstName: 'Kabir' } });
  const { jobId } = await createJob({ ...cast, worker }, { open: true });
  await callApi(cast.product, worker, 'conversation_send', {
    jobId: String(jobId),
    userId: String(cast.poster.id),
    text: 'Which floor is it?',
    clientId: `client-${jobId}`,
  });
  return paths.conversation(`${jobId}-${worker.id}`);
}

/** The poster of an awarded job cancels it, which counts against them. Returns its id. */
async function giveUp(cast: Cast): Promise<number> {
  const { jobId } = await createJob(cast);
  const values = { jobId: String(jobId), comment: 'The flat was sold', refundText: '' };
  await callApi(cast.product, cast.payer, 'cancel_job', values);
  return jobId;
}

const raiseIssue = ({ product, worker }: Cast, jobId: number) =>
  product.ask({ do: 'issue', by: worker, jobId, details: 'The keys were to be with the guard.' });

export const entries: readonly Entry[] = [
  ...plain('guest', {
    home: paths.home(),
    login: paths.login(),
    register: paths.register(),
    terms: paths.terms(),
    privacy: paths.privacy(),
    about: paths.about(),
    business: paths.business(),
  }),
  { route: 'unknown', area: 'guest', open: () => '/nowhere' },
  { route: 'report', area: 'guest', open: ({ demo }) => paths.reportOf('job', demo.postedJob) },
  {
    route: 'notMe',
    area: 'guest',
    // A person of its own, because the answer ends their sessions.
    open: async ({ product }) => {
      const owner = await product.ask<Person>({ do: 'user', overrides: { identity: 'verified' } });
      await addAccount(product, owner, 'upi');
      return findAlertPath(product, owner);
    },
  },

  ...plain('posting', {
    postJob: paths.postJob(),
    postedJobs: paths.postedJobs(),
    connects: paths.connects(),
    saved: paths.saved(),
  }),
  // What a search shows, before the presses of the start page lead to some of it.
  {
    route: 'home',
    state: 'with a search',
    area: 'posting',
    open: () => '/?search=paint&location=Pune&km=500',
    except: { 'button “Search”': 'shows what is shown already; the start page has it without a search' },
  },
  {
    route: 'home',
    state: 'with nothing found',
    area: 'posting',
    open: () => '/?search=sousaphone&location=Pune&km=5&from=20000',
    except: { 'button “Search”': 'as above' },
  },
  { route: 'home', state: 'of a user', area: 'posting', open: () => paths.home() },
  {
    route: 'postJob',
    group: 'editJob',
    state: 'of a posted job',
    area: 'posting',
    open: async (cast) => paths.editJob((await createJob(cast, { open: true })).jobId),
  },
  {
    route: 'requests',
    area: 'posting',
    open: async (cast) => paths.requests((await createJob(cast, { open: true })).jobId),
  },
  {
    route: 'conversation',
    state: 'with none open',
    area: 'posting',
    open: async (cast) => {
      await startConversation(cast);
      return paths.conversations();
    },
  },
  { route: 'conversation', area: 'posting', open: startConversation },
  {
    route: 'person',
    area: 'posting',
    open: ({ worker }) => paths.person(worker.id),
    except: {
      'Remove Imran Shaikh from your connects? › button “Remove”':
        'the name is shorter then, so that the other dialogs are not found; connections.spec.ts presses it',
    },
  },
  {
    route: '/connect-detail',
    group: 'person',
    area: 'posting',
    open: ({ worker }) => paths.connectDetail(worker.id),
  },

  contract('awardedJob', 'not funded', {}),
  contract('awardedJob', 'funded', { fund: [1] }),
  contract('awardedJob', 'started', { fund: [1], start: [1] }),
  contract('awardedJob', 'asked for payment', { fund: [1], request: [1] }),
  contract('awardedJob', 'with an issue', { fund: [1] }, raiseIssue),
  {
    route: 'reliability',
    area: 'contracts',
    open: async (cast) => {
      await giveUp(cast);
      return paths.reliability();
    },
  },
  {
    route: 'jobOutcome',
    area: 'contracts',
    open: async (cast) => paths.jobOutcome(await giveUp(cast)),
  },
  {
    route: 'reviews',
    area: 'contracts',
    open: async ({ product, payer, worker }) => {
      const sides = { poster: payer, worker, rupees: '500' };
      return paths.reviews((await product.ask<{ jobId: number }>({ do: 'earn', sides })).jobId);
    },
  },
  {
    route: 'visit',
    state: 'of the poster',
    area: 'contracts',
    open: async (cast) => paths.visit((await createJob(cast, { visit: true, fund: [1] })).jobId),
  },
  {
    route: 'planChange',
    area: 'contracts',
    open: async (cast) => paths.planChange((await createJob(cast, { fund: [1] })).jobId),
  },
  {
    route: 'disputes',
    area: 'contracts',
    open: async (cast) => {
      await raiseIssue(cast, (await createJob(cast, { fund: [1] })).jobId);
      return paths.disputes();
    },
  },
  { route: 'payingScreen', area: 'contracts', open: () => `${paths.payingScreen()}?order_id=none` },
  {
    route: 'escrowReturn',
    group: 'payingScreen',
    area: 'contracts',
    open: () => `${paths.escrowReturn()}?order_id=none`,
  },

  { route: 'job', area: 'working', open: ({ demo }) => paths.job(demo.postedJob) },
  { route: 'myQuotes', area: 'working', open: () => paths.myQuotes() },
  {
    route: 'myQuote',
    area: 'working',
    open: async (cast) => paths.myQuote((await createJob(cast, { open: true })).quoteId),
  },
  { route: 'myJobs', area: 'working', open: () => paths.myJobs() },
  contract('myJob', 'not funded', {}),
  contract('myJob', 'funded', { fund: [1] }),
  contract('myJob', 'started', { fund: [1], start: [1] }),
  contract('myJob', 'asked for payment', { fund: [1], request: [1] }),

  {
    route: 'visit',
    state: 'of the worker',
    area: 'working',
    open: async (cast) => paths.visit((await createJob(cast, { visit: true, fund: [1] })).jobId),
  },

  ...plain('account', {
    notifications: paths.notifications(),
    notificationSettings: paths.notificationSettings(),
    profile: paths.profile(),
    profileEdit: paths.profileEdit(),
    experienceEdit: paths.experienceEdit(),
    referenceEdit: paths.referenceEdit(),
    resumeEdit: paths.resumeEdit(),
    kycLanguage: paths.kycLanguage(),
    verifyUser: paths.verifyUser(),
    identityCheck: paths.identityCheck(),
    name: paths.name(),
  }),

  {
    route: 'reports',
    area: 'account',
    open: async ({ product, worker, demo }) => {
      await callApi(product, worker, 'report_content', {
        subjectType: 'job',
        subjectId: String(demo.postedJob),
        reason: 'other',
      });
      return paths.reports();
    },
  },
  {
    route: 'takedown',
    area: 'account',
    open: async (cast) => paths.takedown(await takeDown(cast)),
  },
  {
    route: 'takedowns',
    area: 'account',
    open: async (cast) => {
      await takeDown(cast);
      return paths.takedowns();
    },
  },
  {
    route: 'blocked',
    area: 'account',
    open: async ({ product, worker, payer }) => {
      await callApi(product, worker, 'block_user', { userId: String(payer.id) });
      return paths.blocked();
    },
  },
  {
    route: 'security',
    area: 'account',
    // Another session, which can be ended.
    open: async ({ product, worker }) => {
      await product.ask({ do: 'session', email: worker.email });
      return paths.security();
    },
  },
  ...(['profile', 'experience', 'reference'] as const).map((part) => ({
    route: `${part}Update`,
    group: `${part}Edit`,
    area: 'account' as const,
    open: () => paths[`${part}Update`](),
  })),

  ...plain('earnings', {
    payment: paths.payment(),
    withdraw: paths.withdraw(),
    payout: `${paths.payout()}?amount=100`,
    addBank: paths.addBank(),
    addUpi: paths.addUpi(),
  }),
  ...(['bank', 'upi'] as const).map((kind) => ({
    route: `${kind}List`,
    area: 'earnings' as const,
    open: async ({ product, worker }: Cast) => {
      await addAccount(product, worker, kind);
      return `${kind === 'bank' ? paths.bankList() : paths.upiList()}?amount=100`;
    },
  })),
  {
    route: 'updateBank',
    area: 'earnings',
    open: async ({ product, worker }) =>
      `${paths.updateBank()}?account=${await addAccount(product, worker, 'bank')}`,
  },
  {
    route: 'updateUpi',
    area: 'earnings',
    open: async ({ product, worker }) =>
      `${paths.updateUpi()}?account=${await addAccount(product, worker, 'upi')}`,
  },
];

/** What the areas need before their first screen. */
export const preparations: Partial<Record<Area, (cast: Cast) => Promise<unknown>>> = {
  earnings: ({ product, payer, worker }) =>
    product.ask({ do: 'earn', sides: { poster: payer, worker, rupees: '6999' } }),
  working: async ({ product, poster, worker, demo }) => {
    // The presses on the page of the worker block them, when that area was pressed before.
    await callApi(product, poster, 'unblock_user', { userId: String(worker.id) });
    await callApi(product, worker, 'save_job', { jobId: String(demo.postedJob) });
  },
};
