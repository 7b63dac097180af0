import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { lockAwardedJob, publishContractChange } from '../../escrow/index.ts';
import { notifyBothOfChange } from './notices.ts';
import { findChange, findLastTurn, listOverdueChanges, transitionChanges } from './store.ts';

const BATCH = 200;

/** Every few minutes: queues the changes that nobody answered in time. Each is checked again under its lock. */
export const watchChanges = ({ db, ports }: Deps): Promise<void> =>
  inTx(db, async (tx) => {
    for (const changeId of await listOverdueChanges(tx, ports.clock.now(), BATCH))
      await enqueue(tx, 'lapse_change', { changeId }, { key: `lapse_change:${changeId}` });
  });

export async function lapseChange({ db, ports }: Deps, changeId: number): Promise<void> {
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const unlockedChange = await findChange(tx, changeId);
    const lockedJob = unlockedChange && (await lockAwardedJob(tx, unlockedChange.job_id));
    const change = lockedJob && (await findChange(tx, changeId));
    if (!lockedJob || change?.closed_at !== null || change.due_at > now) return;
    const { total_paise: totalPaise } = await findLastTurn(tx, change);
    await transitionChanges(tx, [change], 'lapse', { by: BY_SYSTEM, at: now, change: { closed_at: now } });
    await notifyBothOfChange(tx, lockedJob, change, { event: 'lapse', totalPaise });
    await publishContractChange(tx, lockedJob.contract);
  });
}
