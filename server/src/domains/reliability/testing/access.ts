import { cancelJob } from '@fws/contract/contracts/calls';
import { contestOutcome } from '@fws/contract/reliability/calls';
import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';
import { award } from '../../../../test/story.ts';

export const access: AccessFacts = {
  values: {
    'contest_outcome.text': 'The poster moved the day twice',
    'admin_contest_decide.decision': 'uphold',
    'admin_contest_decide.words': 'A day was lost',
  },
  objects: {
    admins: async (owners) => ({ contest: await createContest(owners) }),
  },
};

async function createContest({ world, poster, worker, createSecret }: Owners): Promise<string> {
  const { jobId } = await award(world, { poster, worker });
  await worker.done(cancelJob, { jobId: String(jobId), comment: 'Not today', refundText: '' });
  await worker.done(contestOutcome, { jobId: String(jobId), text: createSecret('contest') });
  const { id } = await world.db
    .selectFrom('job_outcome')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', '=', 'contested')
    .executeTakeFirstOrThrow();
  return String(id);
}
