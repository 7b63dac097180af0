import { createHash, randomInt } from 'node:crypto';
import type { VideoCode } from '@fws/contract/kyc/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { attachFile, saveFile, type NewFile } from '../../../platform/files.ts';
import { CODE_MS, generateCode, findSubmitRefusal, classifyVideo } from '../rules.ts';
import { bindVideo, insertVideoCode, findVideoByCode } from './store.ts';
import { getIdentity, lockApplicant } from '../applicants/store.ts';
import { LIMITS } from '../limits.ts';

/** Creates the code that the user reads aloud in the video. It is valid for ten minutes. */
export async function createVideoCode(deps: Deps, userId: number): Promise<Outcome<VideoCode>> {
  const now = deps.ports.clock.now();
  const code = generateCode((below) => randomInt(below));
  return inTx(deps.db, async (tx) => {
    const refusal = findSubmitRefusal((await lockApplicant(tx, userId)).identityState);
    if (refusal) return refuse('conflict', refusal);
    const counted = await countAttempt(
      tx,
      deps.config.limits.get(LIMITS.video_code_user),
      String(userId),
      now,
    );
    if (!counted.ok) return counted;
    await insertVideoCode(tx, userId, code, now);
    return done({ code, expiresAt: new Date(now.getTime() + CODE_MS).toISOString() });
  });
}

/**
 * Stores the first video of a code. The same video may be sent again; another one is refused. Nothing is stored for a
 * user who may not submit a number.
 */
export async function saveVideo(
  deps: Deps,
  userId: number,
  code: string,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<number>> {
  const { state } = await getIdentity(deps.db, userId);
  const refusal = findSubmitRefusal(state);
  if (refusal) return refuse('conflict', refusal);
  const row = await findVideoByCode(deps.db, userId, code);
  if (!row) return refuseField('code', 'kyc.code_invalid');
  const sha256 = upload ? createHash('sha256').update(upload.body).digest('base64url') : null;
  const videoStatus = classifyVideo(row, sha256, deps.ports.clock.now());
  if (videoStatus === 'have') return done(row.id);
  if (videoStatus !== 'keep' || !upload || sha256 === null)
    return videoStatus === 'kyc.video_required' || videoStatus === 'keep'
      ? refuseField('video', 'kyc.video_required')
      : refuseField('code', videoStatus);
  const fileId = await saveFile(deps, { ownerId: userId, subject: 'identity_video', upload });
  const boundId = await inTx(deps.db, async (tx) => {
    const id = await bindVideo(tx, row.id, { id: fileId, sha256 });
    if (id !== null) await attachFile(tx, fileId, id);
    return id;
  });
  // Two equal requests at once: the file that was bound first stays, and the clean-up task deletes this one.
  return boundId === null ? saveVideo(deps, userId, code, upload) : done(boundId);
}
