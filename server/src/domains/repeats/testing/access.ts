import { repeatJob } from '@fws/contract/repeats/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import type { AccessFacts } from '../../../../test/access/scene.ts';
import { award } from '../../../../test/story.ts';

export const access: AccessFacts = {
  values: {
    rule: 'FREQ=DAILY;COUNT=3',
    'answer_repeat.answer': 'agree',
    day: toIstDate(new Date(Date.now() + 30 * 24 * 3600_000)),
  },
  objects: {
    users: async ({ world, poster, worker }) => {
      const { jobId } = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
      const startsOn = toIstDate(new Date(world.clock.now().getTime() + 30 * 24 * 3600_000));
      const { id } = await poster.done(repeatJob, {
        jobId: String(jobId),
        rule: 'FREQ=DAILY;COUNT=2',
        startsOn,
      });
      return { repeat: String(id) };
    },
  },
};
