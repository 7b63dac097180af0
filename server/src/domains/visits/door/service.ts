import { randomBytes } from 'node:crypto';
import { CODE_TRIES_MAX } from '@fws/contract/visits/model';
import { calculateDoorCode, judgeCode, SECRET_BYTES } from '@fws/contract/visits/door/code';
import { isPublicKey, mayHaveSigned, readKeyId, verifyScan } from '@fws/contract/visits/door/scan';
import type { DoorSubject } from '@fws/contract/visits/door/subject';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { commitRefusal, inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { sealBytes, unsealBytes, type Keyring } from '../../../platform/keys.ts';
import { findMilestoneJobId, publishContractChange } from '../../escrow/index.ts';
import { findVisitSide } from '../policy.ts';
import { isStartable } from '../rules.ts';
import { lockVisit } from '../progress/service.ts';
import { countWrongCode, type VisitRow } from '../store.ts';
import { insertKey, listKeys } from './store.ts';

/** The use that the secrets are sealed for. */
export const SECRET_USE = 'visit secret';
const KEYS_MAX = 50;

export const createSecret = (keyring: Keyring): Buffer =>
  sealBytes(keyring, SECRET_USE, randomBytes(SECRET_BYTES));

/** As the poster's phone has it. */
export function openSecret(keyring: Keyring, visit: Pick<VisitRow, 'job_id' | 'secret'>): string {
  const bytes = unsealBytes(keyring, SECRET_USE, visit.secret);
  if (!bytes) throw new Error(`no key opens the secret of visit ${visit.job_id}`);
  return bytes.toString('base64url');
}

const toSubject = (visit: VisitRow): DoorSubject => ({
  jobId: visit.job_id,
  milestoneId: visit.milestone_id,
  workerId: visit.worker_id,
  startsMs: visit.starts_at.getTime(),
  endsMs: visit.ends_at.getTime(),
});

/** A wrong code is counted although it is refused. The visit must be locked before. */
export async function checkCode(
  tx: Tx,
  visit: VisitRow,
  { code, keyring }: { code: string; keyring: Keyring },
): Promise<Outcome<null>> {
  const expected = await calculateDoorCode(openSecret(keyring, visit), toSubject(visit));
  const verdict = judgeCode(code, { expected, wrongTries: visit.wrong_codes });
  if (verdict === 'right') return done(null);
  if (verdict === 'locked') return refuse('conflict', 'visits.code_locked');
  // The answer to it may have been lost. Who guesses learns nothing from the same code.
  const isRepeated = visit.refused_codes.includes(code);
  if (!isRepeated) await countWrongCode(tx, visit.job_id, code);
  const left = CODE_TRIES_MAX - visit.wrong_codes - (isRepeated ? 0 : 1);
  return commitRefusal(refuse('conflict', 'visits.code_wrong', { values: { left } }));
}

/** Any number may be tried: nobody guesses a signature. `scanned`: when the worker can have scanned it. */
export async function checkScan(
  tx: Tx,
  visit: VisitRow,
  { signed, scanned }: { signed: string; scanned: { fromMs: number; untilMs: number } },
): Promise<Outcome<null>> {
  const keyId = readKeyId(signed);
  const key = (await listKeys(tx, visit.job_id)).find(({ number }) => number === keyId);
  const isValid =
    key !== undefined &&
    mayHaveSigned({ replacedMs: key.replaced_at?.getTime() ?? null }, scanned) &&
    (await verifyScan(signed, toSubject(visit), { keyId: key.number, publicKey: key.public_key }));
  return isValid ? done(null) : refuse('conflict', 'visits.scan_wrong');
}

/** A phone of the poster registers its key. The same key keeps its number as long as it is in use. */
export async function addDoorKey(
  { db, ports }: Deps,
  userId: number,
  { milestoneId, publicKey }: { milestoneId: number; publicKey: string },
): Promise<Outcome<{ keyId: number }>> {
  if (!(await isPublicKey(publicKey))) return refuseField('publicKey', 'visits.key_wrong');
  return inTx(db, async (tx): Promise<Outcome<{ keyId: number }>> => {
    const jobId = await findMilestoneJobId(tx, milestoneId);
    const locked = jobId === null ? null : await lockVisit(tx, jobId);
    if (locked?.visit.milestone_id !== milestoneId || findVisitSide(locked.visit, userId) !== 'poster')
      return refuse('not_found', 'visits.not_found');
    if (!isStartable(locked.visit.state)) return refuse('conflict', 'visits.not_open');
    const keys = await listKeys(tx, locked.visit.job_id);
    const current = keys.at(-1);
    if (current?.public_key === publicKey) return done({ keyId: current.number });
    if (keys.length >= KEYS_MAX) return refuse('conflict', 'visits.too_many_keys');
    const keyId = await insertKey(tx, { jobId: locked.visit.job_id, publicKey, now: ports.clock.now() });
    await publishContractChange(tx, locked.lockedJob.contract);
    return done({ keyId });
  });
}
