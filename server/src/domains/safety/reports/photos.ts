import { buffer } from 'node:stream/consumers';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { attachFiles, openFile, saveFile } from '../../../platform/files.ts';
import { findCase, lockCase, updateCase, type CaseRow } from '../store.ts';

/** Task: copies the photos of a case, because their author may delete them before FWS looks. */
export async function keepPhotos(deps: Deps, caseId: number): Promise<void> {
  const reportCase = await findCase(deps.db, caseId);
  if (!reportCase || reportCase.kept_file_ids.length > 0) return;
  const copies: string[] = [];
  for (const photoId of reportCase.photo_ids) copies.push(...(await copyPhoto(deps, reportCase, photoId)));
  await inTx(deps.db, async (tx) => {
    const locked = await lockCase(tx, caseId);
    // Two reports at once: the copies of the other stay, and these are deleted as files that belong to nothing.
    if (!locked || locked.kept_file_ids.length > 0) return;
    await attachFiles(tx, copies, caseId);
    await updateCase(tx, caseId, { kept_file_ids: copies });
  });
}

/** Empty where the author was faster. */
async function copyPhoto(deps: Deps, { author_id: ownerId }: CaseRow, photoId: string): Promise<string[]> {
  const file = await deps.db
    .selectFrom('photo')
    .innerJoin('file', 'file.id', 'photo.file_id')
    .select(['file.storage_key', 'file.sealed_key', 'file.content_type'])
    .where('photo.id', '=', photoId)
    .executeTakeFirst();
  const opened = file && (await openFile(deps, file));
  if (!file || !opened?.ok) return [];
  const upload = {
    ok: true as const,
    name: 'photo.jpg',
    contentType: file.content_type,
    extension: 'jpg',
    body: await buffer(opened.value),
  };
  return [await saveFile(deps, { ownerId, subject: 'reported_photo', upload })];
}
