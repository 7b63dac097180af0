import { exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { submitQuote } from '@fws/contract/quotes/calls';
import type { Call } from '@fws/contract/platform/call';
import type * as z from 'zod/mini';
import { TestClock } from '../../../server/test/clock.ts';
import type { TestDatabase } from '../../../server/test/database.ts';
import { TestUser } from '../../../server/test/user.ts';
import { LATEST } from '../jobs-list/cases.ts';
import { loadJobs } from '../jobs-list/data.ts';
import { startProcess } from '../jobs-list/load.ts';
import { CLIENTS, DETAILS, type Peer, type PeerRequest } from './peer.ts';
import type { Operation } from './summary.ts';

/** Each quote is on another job, so each measurement has jobs of its own. */
const QUOTES_A_TURN = 2_500;

export const prepareOurs = ({ ownerUrl }: TestDatabase, jobs: number): Promise<void> =>
  loadJobs(ownerUrl, jobs);

export async function startOurs({ db, appUrl, queueUrl }: TestDatabase): Promise<Peer> {
  const server = await startProcess({ kind: 'fws', databaseUrl: appUrl, queueUrl });
  const users: TestUser[] = [];
  for (let client = 0; client < CLIENTS; client++)
    users.push(
      await TestUser.create('', db, new TestClock(), (Date.now() % 100_000_000) + client, {
        identity: 'verified',
      }),
    );
  const open = await db.selectFrom('job').select('id').where('state', '=', 'open').orderBy('id').execute();
  const openJobs = open.map(({ id }) => String(id));
  const pickJob = (index: number) => openJobs[index % openJobs.length] ?? '';

  const buildRequest = <S extends z.ZodMiniType, Out>(
    call: Call<S, Out>,
    values: z.input<S>,
    client: number,
  ): PeerRequest => ({
    method: 'POST',
    path: `/api/${call.name}`,
    headers: {
      'content-type': 'application/json',
      'x-fws-client': 'web',
      authorization: `Bearer ${users[client]?.token}`,
    },
    body: JSON.stringify(values),
  });
  const build: Record<Operation, (client: number, turn: number) => PeerRequest[]> = {
    list: (client) => [buildRequest(exploreJobs, LATEST, client)],
    detail: (client) =>
      Array.from({ length: DETAILS }, (_, index) =>
        buildRequest(jobDetail, { jobId: pickJob(index * 7919 + client) }, client),
      ),
    write: (client, turn) =>
      Array.from({ length: QUOTES_A_TURN }, (_, index) =>
        buildRequest(
          submitQuote,
          {
            jobId: pickJob(turn * QUOTES_A_TURN + index),
            bidText: '45000',
            term: 'completion',
            milestoneNames: [],
            milestoneAmountTexts: [],
            workScope: 'All material included.',
            photoIds: [],
          },
          client,
        ),
      ),
  };
  return {
    url: server.url,
    buildRequests: (operation, client, turn) => build[operation](client, turn),
    stop: server.stop,
  };
}
