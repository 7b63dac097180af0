import type { JobState } from '@fws/contract/jobs/lifecycle';
import { HIDDEN, type HiddenKind } from '@fws/contract/platform/contact-data';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import {
  listHiddenKinds,
  maskTexts,
  readMasked,
  toMaskedColumns,
} from '../../../platform/contact-filter/index.ts';
import type { MaskedJobTexts } from '../../../platform/db/tables.ts';
import { mayReadOriginal } from '../policy.ts';

type JobTexts = Readonly<Pick<MaskedJobTexts, 'title' | 'description'>> & { skills: readonly string[] };

/** The texts of a row with their stored masked form. */
export interface StoredJobTexts extends MaskedJobTexts {
  masked: MaskedJobTexts | null;
  filter_version: number;
}

/** Null when there is nothing to hide. */
function maskJobTexts({ title, description, skills }: JobTexts): MaskedJobTexts | null {
  const masked = maskTexts([title, description, ...skills]);
  if (!masked) return null;
  const [maskedTitle = '', maskedDescription = '', ...maskedSkills] = masked;
  return { title: maskedTitle, description: maskedDescription, skills: maskedSkills };
}

export const toMaskedJobColumns = (texts: JobTexts) => toMaskedColumns(maskJobTexts(texts));

/** The texts of the job as all but its poster and the awarded worker read them. */
export function readMaskedTexts(job: StoredJobTexts): MaskedJobTexts {
  const { title, description, skills } = job;
  return readMasked(job, () => maskJobTexts(job)) ?? { title, description, skills };
}

/** Whether something is hidden from all but its poster. Nobody else reads the original before award. */
export const isHiding = ({ state, masked }: { state: JobState; masked: MaskedJobTexts | null }): boolean =>
  masked !== null && (state === 'open' || state === 'withheld');

/** The kinds of contact data that its poster wrote and all but the awarded worker do not read. */
export const listHiddenInJob = ({ title, description, skills }: JobTexts): HiddenKind[] =>
  listHiddenKinds([title, description, ...skills]);

/** The title for one reader, whose quote on the job is in this state. */
export const readJobTitle = (
  job: StoredJobTexts & { poster_id: number },
  quoteState: QuoteState,
  readerId: number,
): string =>
  mayReadOriginal({ poster_id: job.poster_id, my_quote_state: quoteState }, readerId)
    ? job.title
    : readMaskedTexts(job).title;

/** The texts that searches find: nothing hidden, and no sign that something is. */
export function readSearchableTexts(job: StoredJobTexts): MaskedJobTexts {
  const { title, description, skills } = readMaskedTexts(job);
  const removeHidden = (text: string) => text.replaceAll(HIDDEN, ' ').trim();
  return {
    title: removeHidden(title),
    description: removeHidden(description),
    skills: skills.map(removeHidden).filter((skill) => skill !== ''),
  };
}
