import { exploreJobs, postJob } from '@fws/contract/jobs/calls';
import { currentUser } from '@fws/contract/identity/session/calls';
import { istDate } from '@fws/contract/platform/dates';
import { TestUser, type WireAnswer } from './user.ts';

/** What several clients met who never paused, each waiting only for its own answer. */
export interface Load {
  answered(): number;
  /** Ends when every client has its last answer. */
  stop(): Promise<LoadReport>;
}

interface LoadReport {
  reads: number;
  /** The title of each job that was answered to be posted; no title is sent twice. */
  posted: string[];
  failures: string[];
}

interface Person {
  id: number;
  token: string;
}

const DAY_MS = 86_400_000;

/** Of each two people one posts jobs and one reads, all at `url`, which may be a proxy's. */
export function startLoad(url: string, people: readonly Person[], now = new Date()): Load {
  const report: LoadReport = { reads: 0, posted: [], failures: [] };
  const over = new AbortController();

  async function attempt(what: string, call: () => Promise<WireAnswer>): Promise<boolean> {
    try {
      const { httpStatus, message } = await call();
      if (httpStatus === 200) return true;
      report.failures.push(`${what}: ${httpStatus} ${message}`);
    } catch (error) {
      const { message, cause } = error as Error;
      report.failures.push(`${what}: ${message} ${cause instanceof Error ? cause.message : ''}`);
    }
    return false;
  }

  async function writeJobs(client: TestUser): Promise<void> {
    for (let count = 1; !over.signal.aborted; count += 1) {
      const title = `Job ${count} of ${client.id}`;
      if (await attempt('post_job', () => client.call(postJob, { ...JOB, ...dates(now), title })))
        report.posted.push(title);
    }
  }

  async function readJobs(client: TestUser): Promise<void> {
    while (!over.signal.aborted) {
      if (await attempt('jobs', () => client.call(exploreJobs, ANY_JOBS))) report.reads += 1;
      if (await attempt('current user', () => client.call(currentUser, {}))) report.reads += 1;
    }
  }

  const clients = people.map(({ id, token }) => new TestUser(url, { id, token }));
  const work = clients.map((client, index) => (index % 2 === 0 ? writeJobs(client) : readJobs(client)));
  return {
    answered: () => report.reads + report.posted.length,
    async stop() {
      over.abort();
      await Promise.all(work);
      return report;
    },
  };
}

const ANY_JOBS = { sort: 'latest', location: '', categoryId: '' } as const;

const JOB = {
  categoryId: '1',
  description: 'Two rooms and a kitchen',
  location: 'Kothrud, Pune',
  latitude: '18.5074',
  longitude: '73.8077',
  skills: ['Painting'],
  budgetKind: 'fixed' as const,
  amount: '15000',
  amountFrom: '',
  amountTo: '',
  paymentTerm: 'terms' as const,
};

const dates = (now: Date) => ({
  takeWorkOn: istDate(new Date(now.getTime() + 2 * DAY_MS)),
  closesOn: istDate(new Date(now.getTime() + 20 * DAY_MS)),
});
