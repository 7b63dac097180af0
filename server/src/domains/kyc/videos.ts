import { createHash, randomInt } from 'node:crypto';
import type { VideoCode } from '@fws/contract/kyc/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { attachFile, saveFile, type NewFile } from '../../platform/files.ts';
import { CODE_MS, codeFrom, submitHindrance, videoFor } from './rules.ts';
import { bindVideo, identityOf, insertVideoCode, lockApplicant, videoByCode } from './store.ts';

/** Creates the code that the user reads aloud in the video. It is valid for ten minutes. */
export async function makeVideoCode(deps: Deps, userId: number): Promise<Outcome<VideoCode>> {
  const now = deps.ports.clock.now();
  const code = codeFrom((below) => randomInt(below));
  return inTx(deps.db, async (tx) => {
    const hindrance = submitHindrance((await lockApplicant(tx, userId)).identityState);
    if (hindrance) return refuse('conflict', hindrance);
    const counted = await countAttempt(tx, deps.config.limits.video_code_user, String(userId), now);
    if (!counted.ok) return counted;
    await insertVideoCode(tx, userId, code, now);
    return done({ code, expiresAt: new Date(now.getTime() + CODE_MS).toISOString() });
  });
}

/**
 * Stores the first video of a code. The same video may be sent again; another one is refused. Nothing is stored for a
 * user who may not submit a number.
 */
export async function keepVideo(
  deps: Deps,
  userId: number,
  code: string,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<number>> {
  const { state } = await identityOf(deps.db, userId);
  const hindrance = submitHindrance(state);
  if (hindrance) return refuse('conflict', hindrance);
  const row = await videoByCode(deps.db, userId, code);
  if (!row) return refuseField('code', 'kyc.code_invalid');
  const sha256 = upload ? createHash('sha256').update(upload.body).digest('base64url') : null;
  const video = videoFor(row, sha256, deps.ports.clock.now());
  if (video === 'have') return done(row.id);
  if (video !== 'keep' || !upload || sha256 === null)
    return video === 'kyc.video_required' || video === 'keep'
      ? refuseField('video', 'kyc.video_required')
      : refuseField('code', video);
  const fileId = await saveFile(deps, { ownerId: userId, subject: 'identity_video', upload });
  const bound = await inTx(deps.db, async (tx) => {
    const id = await bindVideo(tx, row.id, { id: fileId, sha256 });
    if (id !== null) await attachFile(tx, fileId, id);
    return id;
  });
  // Two equal requests at once: the file that was bound first stays, and the clean-up task deletes this one.
  return bound === null ? keepVideo(deps, userId, code, upload) : done(bound);
}
