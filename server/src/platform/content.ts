import { sql } from 'kysely';
import type { ContentType, TextName } from '@fws/contract/safety/model';
import type { FileLink } from '@fws/contract/platform/schemas';
import type { HeldBack } from '@fws/contract/safety/schemas';
import type { Db, Tx } from './db/index.ts';
import type { HoldReason } from './db/tables.ts';
import type { Cause } from './transition.ts';

/** Something that somebody wrote or uploaded, as it reads now. */
export interface Content {
  authorId: number;
  /** How it is named to people: the title of a job, the name of a person. */
  title: string;
  texts: ContentText[];
  /** The ids of its photos. */
  photoIds: string[];
  /**
   * What its author wrote about it to this reader alone. It is kept with the report and not with the case: an author who read it
   * there would know who has reported.
   */
  notes?: ContentText[];
  /** Where author and reader write each other about it; left out: nowhere. */
  conversation?: { jobId: number; workerId: number };
  /** Other files that are shown with it. */
  files?: FileLink[];
  /** The screen that shows it to those who may see it; null: none. */
  path: string | null;
}
export interface ContentText {
  name: TextName;
  text: string;
}

/**
 * What a domain that owns content does for reports of it. An id is text, as the contract describes it for each kind; one
 * that names nothing is answered with null or false.
 */
export interface ContentOwner {
  /** As this reader sees it; null where they do not see it. A visitor: null. */
  find: (db: Db | Tx, id: string, readerId: number | null, today: string) => Promise<Content | null>;
  /** As it reads for its author and for FWS, hidden or not. */
  read: (db: Db | Tx, id: string) => Promise<Content | null>;
  /** Hides it from everybody but its author. False where nothing was shown. */
  takeDown: (tx: Tx, id: string, cause: Cause) => Promise<boolean>;
  /** Hides it until its author has changed its texts. False where nothing was shown. Absent: its author cannot edit it. */
  askChange?: (tx: Tx, id: string, cause: Cause) => Promise<boolean>;
  /** Shows it again, as far as it would be shown by now. */
  putBack: (tx: Tx, id: string, cause: Cause) => Promise<boolean>;
  /** What the contact filter hides in it. Absent: that is not stored. */
  hidden?: HiddenText;
}

export interface HiddenText {
  /** The texts as others read them before award; null where nothing is hidden from them. */
  read: (db: Db | Tx, id: string) => Promise<ContentText[] | null>;
  /** Shows them as they were written, until they or the filter change. False where nothing is hidden. */
  show: (tx: Tx, id: string) => Promise<boolean>;
}
export type ContentOwners = Readonly<Record<ContentType, ContentOwner>>;

/** The number in an id, or null. */
export const parseContentId = (id: string): number | null => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

/** Texts that are empty say nothing. */
export const keepTexts = (texts: readonly (readonly [TextName, string])[]): ContentText[] =>
  texts.flatMap(([name, text]) => (text.trim() === '' ? [] : [{ name, text }]));

export const toNotes = (notes: readonly string[]): ContentText[] =>
  keepTexts(notes.map((note) => ['note', note] as const));

/** Case, spaces and punctuation say nothing. */
const simplify = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{S}@]+/gu, '');

/** Whether an author has changed any of these texts, by more than a reader would overlook. */
export const haveTextsChanged = (before: readonly ContentText[], after: readonly ContentText[]): boolean => {
  const toLines = (texts: readonly ContentText[]) =>
    texts.map(({ name, text }) => `${name}:${simplify(text)}`).join('\n');
  return toLines(before) !== toLines(after);
};

/**
 * What the authors of jobs or quotes that FWS holds back read about it: the newest case of each. What is not held back has
 * no entry.
 */
export async function loadHolds(
  db: Db | Tx,
  type: ContentType,
  rows: readonly { id: number; held_back: HoldReason | null }[],
): Promise<Map<number, HeldBack>> {
  const held = rows.filter((row) => row.held_back !== null);
  if (held.length === 0) return new Map();
  const { rows: cases } = await sql<{ subject_id: string; id: number; waits_until: Date | null }>`
    SELECT DISTINCT ON (subject_id) subject_id, id,
      CASE WHEN decided_at IS NULL THEN waits_until END AS waits_until FROM report_case
    WHERE subject_type = ${type} AND subject_id = ANY(${held.map(({ id }) => String(id))}::text[])
    ORDER BY subject_id, id DESC`.execute(db);
  const bySubject = new Map(cases.map((row) => [row.subject_id, row]));
  return new Map(
    held.map((row) => {
      const found = bySubject.get(String(row.id));
      const hold: HeldBack =
        row.held_back === 'waiting'
          ? { reason: 'waiting', takedownId: null, until: found?.waits_until?.toISOString() ?? null }
          : { reason: row.held_back ?? 'taken_down', takedownId: found?.id ?? null, until: null };
      return [row.id, hold];
    }),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whether an id may be that of a photo or a review. */
export const isUuid = (id: string): boolean => UUID.test(id);
