import { pickCurrent, type Availability } from '@fws/contract/profile/availability/model';
import type { OwnAvailability, SetAvailability } from '@fws/contract/profile/availability/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { checkVersion, computeVersion } from '../../../platform/form-version.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { lockProfile } from '../store.ts';
import { deleteAvailability, loadAvailabilities, saveAvailability } from './store.ts';

const NOTHING: Availability = { days: [], hours: null, holidays: [], awayUntil: null };

const findAvailability = async (db: Db | Tx, userId: number): Promise<Availability | null> =>
  (await loadAvailabilities(db, [userId])).get(userId) ?? null;

const toOwn = (availability: Availability | null): OwnAvailability => ({
  availability,
  version: computeVersion(availability ?? NOTHING),
});

export const readAvailability = async ({ db }: Deps, userId: number): Promise<OwnAvailability> =>
  toOwn(await findAvailability(db, userId));

/** Without what is over. Where nothing is left to say, nothing is kept. */
export function setAvailability(
  { db, ports }: Deps,
  userId: number,
  { version, availability }: SetAvailability,
): Promise<Outcome<OwnAvailability>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<OwnAvailability>> => {
    await lockProfile(tx, userId, now);
    const unchanged = checkVersion(version, (await findAvailability(tx, userId)) ?? NOTHING);
    if (!unchanged.ok) return unchanged;
    const current = pickCurrent(availability, toIstDate(now));
    if (current) await saveAvailability(tx, userId, current);
    else await deleteAvailability(tx, userId);
    await publish(tx, { users: [userId], topic: 'identity', id: null });
    return done(toOwn(current));
  });
}
