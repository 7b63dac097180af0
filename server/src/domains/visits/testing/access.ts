import { toIstDate } from '@fws/contract/platform/dates';
import { createDoorKey } from '@fws/contract/visits/door/scan';
import type { AccessFacts } from '../../../../test/access/scene.ts';
import { fund, getMilestoneAt } from '../../../../test/story.ts';
import { awardVisit } from './awarding.ts';

const { publicKey } = await createDoorKey();

export const access: AccessFacts = {
  values: {
    'answer_no_show.answer': 'agree',
    'start_visit.code': '4729',
    'employee_mark_as_completed.code': '4729',
    publicKey,
  },
  objects: {
    users: async ({ world, poster, worker }) => {
      const date = toIstDate(new Date(world.clock.now().getTime() + 24 * 3600_000));
      const at = getMilestoneAt(await awardVisit(world, { poster, worker }, { date }));
      await fund(world, poster, at);
      return { visitMilestone: String(at.milestoneId) };
    },
  },
};
