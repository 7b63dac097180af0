import { sql } from 'kysely';
import type { EnquiryRow, NoticeAddress } from '@fws/contract/admin/content/schemas';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';

export const loadCategories = (db: Db | Tx) =>
  db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute();

export const lockCategory = (tx: Tx, id: number) =>
  tx.selectFrom('category').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

interface CategoryFields {
  name: string;
  nameHi: string;
  inPerson: boolean;
}

export async function insertCategory(tx: Tx, { name, nameHi, inPerson }: CategoryFields): Promise<number> {
  const position = await findNextPosition(tx, 'category');
  const { id } = await tx
    .insertInto('category')
    .values({
      name,
      name_hi: nameHi,
      in_person: inPerson,
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function findNextPosition(tx: Tx, table: 'category' | 'kyc_sample_video'): Promise<number> {
  const last = await tx
    .selectFrom(table)
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
}

export async function renameCategory(
  tx: Tx,
  id: number,
  { name, nameHi, inPerson }: CategoryFields,
): Promise<void> {
  await tx
    .updateTable('category')
    .set({ name, name_hi: nameHi, in_person: inPerson })
    .where('id', '=', id)
    .execute();
}

export async function hideCategory(tx: Tx, id: number, at: Date | null): Promise<void> {
  await tx.updateTable('category').set({ hidden_at: at }).where('id', '=', id).execute();
}

/** Rewrites all positions in one statement. */
export async function orderCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE category SET position = place.position
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS place (id, position)
    WHERE category.id = place.id AND category.position <> place.position`.execute(tx);
}

/** Serializes changes of the order: a new position depends on all others. */
export const lockCategoryOrder = (tx: Tx) => sql`LOCK TABLE category IN SHARE ROW EXCLUSIVE MODE`.execute(tx);

export const loadSamples = (db: Db) =>
  db.selectFrom('kyc_sample_video').selectAll().orderBy('position').orderBy('id').execute();

export const lockSample = (tx: Tx, by: { id: number } | { language: string }) =>
  tx
    .selectFrom('kyc_sample_video')
    .selectAll()
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('language', '=', by.language)))
    .forUpdate()
    .executeTakeFirst();

export async function saveSample(
  tx: Tx,
  { language, fileId, url }: { language: string; fileId: string; url: string },
): Promise<number> {
  const position = await findNextPosition(tx, 'kyc_sample_video');
  const { id } = await tx
    .insertInto('kyc_sample_video')
    .values({
      language,
      url,
      file_id: fileId,
      position,
    })
    .onConflict((row) => row.column('language').doUpdateSet({ url, file_id: fileId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function removeSample(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('kyc_sample_video').where('id', '=', id).execute();
}

/** In alphabetical order; reads one row more than `limit`. */
export const buildAddressesStatement = (after: string, limit: number) => ({
  text: `SELECT email, locale, created_at FROM notify_me WHERE email > $1 ORDER BY email LIMIT ${limit + 1}`,
  values: [after],
});
export const loadAddresses = (db: Db, after: string, limit: number) =>
  read<Omit<NoticeAddress, 'leftAt'> & { created_at: Date }>(db, buildAddressesStatement(after, limit));

/** Newest first; reads one row more than `limit`. */
export const buildEnquiriesStatement = (before: number, limit: number) => ({
  text: `SELECT id, company, name, purpose, created_at, answered_at FROM business_enquiry WHERE id < $1::bigint
    ORDER BY id DESC LIMIT ${limit + 1}`,
  values: [before],
});
export const loadEnquiries = (db: Db, before: number, limit: number) =>
  read<Omit<EnquiryRow, 'at' | 'answeredAt'> & { created_at: Date; answered_at: Date | null }>(
    db,
    buildEnquiriesStatement(before, limit),
  );
