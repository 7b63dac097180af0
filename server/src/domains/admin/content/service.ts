import type {
  ContentCategory,
  ContentSample,
  EnquiryRow,
  NoticeAddress,
} from '@fws/contract/admin/content/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { loadPage, loadPageById, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, isUniqueViolation, type Tx } from '../../../platform/db/index.ts';
import type { AuditDetails } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { attachFile, loadFileLinks, removeFile, saveFile, type NewFile } from '../../../platform/files.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { moveItem } from './rules.ts';
import {
  loadAddresses,
  loadCategories,
  loadSamples,
  lockCategory,
  loadEnquiries,
  hideCategory,
  insertCategory,
  lockCategoryOrder,
  orderCategories,
  removeSample,
  renameCategory,
  lockSample,
  saveSample,
} from './store.ts';

const refuseUnknownCategory = () => refuse('not_found', 'backoffice.category_unknown');

export async function listCategories({ db }: Deps): Promise<Outcome<ContentCategory[]>> {
  const rows = await loadCategories(db);
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

interface SaveCategoryCommand {
  categoryId: number | null;
  name: string;
  nameHi: string;
  inPerson: boolean;
}

export async function saveCategory(
  deps: Deps,
  adminId: number,
  { categoryId, ...names }: SaveCategoryCommand,
): Promise<Outcome<null>> {
  try {
    return await inTx(deps.db, async (tx): Promise<Outcome<null>> => {
      if (categoryId === null) {
        await lockCategoryOrder(tx);
        const id = await insertCategory(tx, names);
        await recordCategoryChange(deps, tx, adminId, 'category_added', id, names);
        return done(null);
      }
      const before = await lockCategory(tx, categoryId);
      if (!before) return refuseUnknownCategory();
      await renameCategory(tx, categoryId, names);
      if (names.name !== before.name || names.nameHi !== before.name_hi)
        await enqueue(tx, 'index_category', { categoryId: String(categoryId), after: 0 });
      await recordCategoryChange(deps, tx, adminId, 'category_changed', categoryId, {
        ...names,
        was: before.name,
      });
      return done(null);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'category_name_key')) return refuseField('name', 'backoffice.name_taken');
    throw error;
  }
}

const recordCategoryChange = (
  deps: Deps,
  tx: Tx,
  adminId: number,
  act: string,
  categoryId: number,
  details: AuditDetails = {},
): Promise<void> =>
  recordAuditEntry(
    tx,
    { adminId, act, subject: 'category', subjectId: categoryId, details },
    deps.ports.clock.now(),
  );

export const setCategoryHidden = (
  deps: Deps,
  adminId: number,
  { categoryId, hidden }: { categoryId: number; hidden: boolean },
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const before = await lockCategory(tx, categoryId);
    if (!before) return refuseUnknownCategory();
    if ((before.hidden_at !== null) === hidden) return done(null);
    await hideCategory(tx, categoryId, hidden ? deps.ports.clock.now() : null);
    await recordCategoryChange(deps, tx, adminId, hidden ? 'category_hidden' : 'category_shown', categoryId);
    return done(null);
  });

export const moveCategory = (
  deps: Deps,
  adminId: number,
  { categoryId, direction }: { categoryId: number; direction: 'up' | 'down' },
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    await lockCategoryOrder(tx);
    const ids = (await loadCategories(tx)).map(({ id }) => id);
    if (!ids.includes(categoryId)) return refuseUnknownCategory();
    await orderCategories(tx, moveItem(ids, categoryId, direction));
    await recordCategoryChange(deps, tx, adminId, 'category_moved', categoryId, { direction });
    return done(null);
  });

export async function listSamples({ db }: Deps): Promise<Outcome<ContentSample[]>> {
  const rows = await loadSamples(db);
  return done(
    rows.map((row) => ({ id: row.id, language: row.language, url: row.url, uploaded: row.file_id !== null })),
  );
}

/** Replaces the sample of that language and deletes its old file. */
export async function replaceSample(
  deps: Deps,
  adminId: number,
  language: string,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<null>> {
  if (!upload) return refuseField('video', 'backoffice.video_required');
  const fileId = await saveFile(deps, { ownerId: adminId, subject: 'kyc_sample', upload });
  const url = (await loadFileLinks(deps.db, [fileId])).get(fileId)?.url ?? '';
  return inTx(deps.db, async (tx) => {
    const before = await lockSample(tx, { language });
    const id = await saveSample(tx, { language, fileId, url });
    await attachFile(tx, fileId, id);
    if (before?.file_id) await removeFile(tx, before.file_id);
    const act = { adminId, act: 'sample_saved', subject: 'sample_video', subjectId: language };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    return done(null);
  });
}

export const deleteSample = (deps: Deps, adminId: number, sampleId: number): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const before = await lockSample(tx, { id: sampleId });
    if (!before) return refuse('not_found', 'backoffice.sample_unknown');
    await removeSample(tx, sampleId);
    if (before.file_id) await removeFile(tx, before.file_id);
    const act = { adminId, act: 'sample_removed', subject: 'sample_video', subjectId: before.language };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    return done(null);
  });

export async function listAddresses(
  { db }: Deps,
  params: PageRequest,
): Promise<Outcome<Page<NoticeAddress>>> {
  const page = await loadPage(
    params,
    (after) => loadAddresses(db, after?.[0] ?? '', params.limit),
    (row) => [row.email, 0],
    ([, zero]) => zero === 0,
  );
  if (!page.ok) return page;
  const items = page.value.rows.map((row) => ({
    email: row.email,
    locale: row.locale,
    leftAt: row.created_at.toISOString(),
  }));
  return done({ items, nextCursor: page.value.nextCursor });
}

export async function listEnquiries({ db }: Deps, params: PageRequest): Promise<Outcome<Page<EnquiryRow>>> {
  const page = await loadPageById(
    params,
    (after) => loadEnquiries(db, after?.[1] ?? Number.MAX_SAFE_INTEGER, params.limit),
    (row) => row.id,
  );
  if (!page.ok) return page;
  const items = page.value.rows.map(({ created_at: at, answered_at: answeredAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }));
  return done({ items, nextCursor: page.value.nextCursor });
}
