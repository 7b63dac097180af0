import { createHash, randomInt } from 'node:crypto';
import type { VideoCode } from '@fws/contract/kyc/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { attachFile, saveFile, type NewFile } from '../../platform/files.ts';
import { CODE_MS, codeFrom, submitHindrance, videoFor } from './rules.ts';
import { bindVideo, identityOf, insertVideoCode, lockApplicant, videoByCode } from './store.ts';

/** What is to be read aloud: made here, for this person, and good for ten minutes. */
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
 * The video of a code, kept when it first comes: sent again it is the same, and another one is refused. Of who has
 * nothing to prove none is kept.
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
  // The same request twice at once: the first one's file stands, this one's is cleaned away.
  return bound === null ? keepVideo(deps, userId, code, upload) : done(bound);
}
