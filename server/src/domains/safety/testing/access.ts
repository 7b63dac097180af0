import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  values: {
    reason: 'other',
    'admin_report_decide.decision': 'leave',
    'admin_appeal_decide.decision': 'stands',
    words: 'It breaks the rule',
  },
  publicObjects: {
    block_user: {
      why: 'anybody may block anybody else, who is not told',
      changes: ['user_block', 'attempt_counter'],
    },
    unblock_user: { why: 'takes back one’s own block; without one nothing happens' },
  },
  objects: {
    users: async (owners) => ({ takedown: await createCase(owners, 'take_down') }),
    admins: async (owners) => ({ reportCase: await createCase(owners, null) }),
  },
};

async function createCase({ world, worker, hide }: Owners, decision: 'take_down' | null): Promise<string> {
  const text = 'zq-quaint-words';
  hide(text);
  const now = world.clock.now();
  const { id } = await world.db
    .insertInto('report_case')
    .values({
      subject_type: 'user',
      subject_id: String(worker.id),
      author_id: worker.id,
      title: text,
      snapshot: JSON.stringify([{ name: 'about', text }]),
      photo_ids: [],
      harm: 3,
      reason: 'other',
      opened_at: now,
      due_at: now,
      waits_until: null,
      decision,
      decided_at: decision && now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
