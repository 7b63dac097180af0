import type {
  ContentCategory,
  ContentSample,
  EnquiryRow,
  NoticeAddress,
} from '@fws/contract/admin/content/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { decodeCursor, pageOf, type PageAsked } from '../../../platform/cursor.ts';
import { inTx, violates, type Tx } from '../../../platform/db/index.ts';
import type { AuditDetails } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/domain.ts';
import { attachFile, fileLinks, removeFile, saveFile, type NewFile } from '../../../platform/files.ts';
import { record } from '../audit.ts';
import { movedBy } from './rules.ts';
import {
  addressesAt,
  allCategories,
  allSamples,
  categoryById,
  enquiriesAt,
  hideCategory,
  insertCategory,
  lockOrder,
  orderCategories,
  removeSample,
  renameCategory,
  sampleOf,
  saveSample,
} from './store.ts';

const categoryUnknown = () => refuse('not_found', 'office.category_unknown');

export async function listCategories({ db }: Deps): Promise<Outcome<ContentCategory[]>> {
  const rows = await allCategories(db);
  return done(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      nameHi: row.name_hi,
      inPerson: row.in_person,
      hidden: row.hidden_at !== null,
    })),
  );
}

interface CategorySaved {
  categoryId: '' | number;
  name: string;
  nameHi: string;
  inPerson: boolean;
}

export async function saveCategory(
  deps: Deps,
  adminId: number,
  { categoryId, ...names }: CategorySaved,
): Promise<Outcome<null>> {
  try {
    return await inTx(deps.db, async (tx): Promise<Outcome<null>> => {
      if (categoryId === '') {
        await lockOrder(tx);
        const id = await insertCategory(tx, names);
        await note(deps, tx, adminId, 'category_added', id, names);
        return done(null);
      }
      const before = await categoryById(tx, categoryId);
      if (!before) return categoryUnknown();
      await renameCategory(tx, categoryId, names);
      await note(deps, tx, adminId, 'category_changed', categoryId, { ...names, was: before.name });
      return done(null);
    });
  } catch (error) {
    if (violates(error, 'category_name_key')) return refuseField('name', 'office.name_taken');
    throw error;
  }
}

const note = (
  deps: Deps,
  tx: Tx,
  adminId: number,
  act: string,
  categoryId: number,
  details: AuditDetails = {},
): Promise<void> =>
  record(tx, { adminId, act, subject: 'category', subjectId: categoryId, details }, deps.ports.clock.now());

export const setCategoryHidden = (
  deps: Deps,
  adminId: number,
  { categoryId, hidden }: { categoryId: number; hidden: boolean },
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const before = await categoryById(tx, categoryId);
    if (!before) return categoryUnknown();
    if ((before.hidden_at !== null) === hidden) return done(null);
    await hideCategory(tx, categoryId, hidden ? deps.ports.clock.now() : null);
    await note(deps, tx, adminId, hidden ? 'category_hidden' : 'category_shown', categoryId);
    return done(null);
  });

export const moveCategory = (
  deps: Deps,
  adminId: number,
  { categoryId, direction }: { categoryId: number; direction: 'up' | 'down' },
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    await lockOrder(tx);
    const ids = (await allCategories(tx)).map(({ id }) => id);
    if (!ids.includes(categoryId)) return categoryUnknown();
    await orderCategories(tx, movedBy(ids, categoryId, direction));
    await note(deps, tx, adminId, 'category_moved', categoryId, { direction });
    return done(null);
  });

export async function listSamples({ db }: Deps): Promise<Outcome<ContentSample[]>> {
  const rows = await allSamples(db);
  return done(
    rows.map((row) => ({ id: row.id, language: row.language, url: row.url, uploaded: row.file_id !== null })),
  );
}

/** Replaces the sample of that language and deletes its old file. */
export async function putSample(
  deps: Deps,
  adminId: number,
  language: string,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<null>> {
  if (!upload) return refuseField('video', 'office.video_required');
  const fileId = await saveFile(deps, { ownerId: adminId, subject: 'kyc_sample', upload });
  const url = (await fileLinks(deps.db, [fileId])).get(fileId)?.url ?? '';
  return inTx(deps.db, async (tx) => {
    const before = await sampleOf(tx, { language });
    const id = await saveSample(tx, { language, fileId, url });
    await attachFile(tx, fileId, id);
    if (before?.file_id) await removeFile(tx, before.file_id);
    const act = { adminId, act: 'sample_saved', subject: 'sample_video', subjectId: language };
    await record(tx, act, deps.ports.clock.now());
    return done(null);
  });
}

export const dropSample = (deps: Deps, adminId: number, sampleId: number): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const before = await sampleOf(tx, { id: sampleId });
    if (!before) return refuse('not_found', 'office.sample_unknown');
    await removeSample(tx, sampleId);
    if (before.file_id) await removeFile(tx, before.file_id);
    const act = { adminId, act: 'sample_removed', subject: 'sample_video', subjectId: before.language };
    await record(tx, act, deps.ports.clock.now());
    return done(null);
  });

export async function listAddresses(
  { db }: Deps,
  { limit, cursor }: PageAsked,
): Promise<Outcome<Page<NoticeAddress>>> {
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const found = await addressesAt(db, after?.[0] ?? '', limit);
  const { rows, nextCursor } = pageOf(found, limit, (row) => [row.email, 0]);
  const items = rows.map((row) => ({
    email: row.email,
    locale: row.locale,
    leftAt: row.created_at.toISOString(),
  }));
  return done({ items, nextCursor });
}

export async function listEnquiries(
  { db }: Deps,
  { limit, cursor }: PageAsked,
): Promise<Outcome<Page<EnquiryRow>>> {
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const found = await enquiriesAt(db, after?.[1] ?? Number.MAX_SAFE_INTEGER, limit);
  const { rows, nextCursor } = pageOf(found, limit, (row) => ['', row.id]);
  const items = rows.map(({ created_at: at, answered_at: answeredAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }));
  return done({ items, nextCursor });
}
