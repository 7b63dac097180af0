import { setTimeout as sleep } from 'node:timers/promises';
import { exploreJobs, postJob } from '@fws/contract/jobs/calls';
import { currentUser } from '@fws/contract/identity/session/calls';
import { BrowserUser, type CallReport } from './browser-user.ts';
import { buildJobForm } from '../story.ts';
import type { TestUser, WireAnswer } from '../user.ts';
import type { World } from '../world.ts';

/** Several clients that send calls, each waiting only for its own answer. */
export interface Load {
  countAnswered(): number;
  /** Resolves when every client has its last answer. */
  stop(): Promise<LoadReport>;
}

export interface LoadReport extends CallReport {
  posters: number[];
  reads: number;
  /** The title of each job that was posted successfully. No title is sent twice. */
  posted: string[];
}

/** Every other user posts jobs and the rest read, all at `url`, which may be a proxy's. */
export function startLoad(url: string, people: readonly TestUser[], { pauseMs = 0 } = {}): Load {
  const now = new Date();
  const report: LoadReport = { posters: [], reads: 0, posted: [], calls: 0, failures: [] };
  const stopping = new AbortController();

  async function writeJobs(client: BrowserUser): Promise<void> {
    report.posters.push(client.id);
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      const title = `Job ${count} of ${client.id}`;
      if (await isDone(client.call(postJob, buildJobForm(now, { title })))) report.posted.push(title);
      await sleep(pauseMs);
    }
  }

  async function readJobs(client: BrowserUser): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await isDone(client.call(exploreJobs, ANY_JOBS))) report.reads += 1;
      if (await isDone(client.call(currentUser, {}))) report.reads += 1;
      await sleep(pauseMs);
    }
  }

  const clients = people.map((person) => new BrowserUser(url, person, report));
  const work = clients.map((client, index) => (index % 2 === 0 ? writeJobs(client) : readJobs(client)));
  return {
    countAnswered: () => report.reads + report.posted.length,
    async stop() {
      stopping.abort();
      await Promise.all(work);
      return report;
    },
  };
}

/** The titles of all stored jobs of the posters. */
export async function findJobs({ db }: World, { posters }: LoadReport): Promise<string[]> {
  const jobs = await db
    .selectFrom('job')
    .select('title')
    .where('poster_id', 'in', [...posters])
    .execute();
  return jobs.map(({ title }) => title);
}

/** True when the call was answered 200. Other answers are in the report. */
const isDone = (call: Promise<WireAnswer>): Promise<boolean> =>
  call.then(
    ({ httpStatus }) => httpStatus === 200,
    () => false,
  );

const ANY_JOBS = { sort: 'latest', location: '', categoryId: '' } as const;
