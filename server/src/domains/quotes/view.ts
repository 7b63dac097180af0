import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import { countAsksLeft, isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import type { FileLink, Photo } from '@fws/contract/platform/schemas';
import type { Reliability } from '@fws/contract/reliability/record';
import type { HeldBack } from '@fws/contract/safety/schemas';
import { loadHolds } from '../../platform/content.ts';
import { maskFields } from '../../platform/contact-filter/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { loadFileLinks } from '../../platform/files.ts';
import { computeVersion } from '../../platform/form-version.ts';
import { findPhotos } from '../../platform/photos.ts';
import { loadJobs, readBudget, readJobTitle, type JobRow } from '../jobs/index.ts';
import { loadPeople, type PersonRow } from '../profile/index.ts';
import { loadReliability } from '../reliability/index.ts';
import { isHiding, listHiddenInQuote, readMaskedQuote, readMaskedStep } from './masking/rules.ts';
import { loadLatestSteps, type LatestSteps, type StepRow } from './history/store.ts';
import { isWorker, mayReadOriginal, mayReadStep } from './policy.ts';
import {
  calculateLapseTime,
  getAcceptAbility,
  getAnswerAbility,
  getChangeAbility,
  getTurnTime,
} from './rules.ts';
import { readVisit, type QuoteRow } from './store.ts';

/** Quotes with their jobs, workers and proposals, loaded at once for the whole list. */
export async function presentQuotes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  rows: readonly QuoteRow[],
  readerId: number,
): Promise<Quote[]> {
  const [jobs, people, files, photos, holds, steps, reliability] = await Promise.all([
    loadJobs(
      db,
      rows.map((row) => row.job_id),
    ),
    loadPeople(
      db,
      rows.map((row) => row.worker_id),
    ),
    loadFileLinks(
      db,
      rows.flatMap((row) => row.proposal_id ?? []),
    ),
    findPhotos(
      db,
      'quote',
      rows.map((row) => row.id),
    ),
    loadHolds(
      db,
      'quote',
      rows.filter((row) => isWorker(row, readerId)),
    ),
    loadLatestSteps(
      db,
      rows.filter((row) => row.turn > 1 || row.version > 1 || row.state === 'declined'),
    ),
    loadReliability(
      db,
      rows.map((row) => row.worker_id),
      'worker',
    ),
  ]);
  return rows.map((row) => {
    const job = jobs.get(row.job_id);
    const worker = people.get(row.worker_id);
    if (!job || !worker) throw new Error(`quote ${row.id} has lost its job or its worker`);
    return toQuote(row, {
      job,
      worker,
      proposal: files.get(row.proposal_id ?? '') ?? null,
      photos: photos.get(row.id) ?? [],
      heldBack: holds.get(row.id) ?? null,
      steps: steps.get(row.id) ?? {},
      reliability: reliability.get(row.worker_id) ?? null,
      readerId,
      limits: config.paymentLimits,
    });
  });
}

/** What the form of a sent quote may change. */
export const pickEditable = (row: QuoteRow, photoIds: readonly string[]) => [
  row.bid_paise,
  row.term,
  row.parts.map(({ name, amountPaise }) => [name, amountPaise]),
  row.work_scope,
  row.proposal_id,
  row.starts_on,
  row.finish_by,
  row.visit_date,
  row.visit_window,
  row.visit_fee_paise,
  photoIds,
];

function toQuote(
  row: QuoteRow,
  related: {
    job: JobRow;
    worker: PersonRow;
    proposal: FileLink | null;
    photos: Photo[];
    heldBack: HeldBack | null;
    steps: LatestSteps;
    reliability: Reliability | null;
    readerId: number;
    limits: PaymentLimits;
  },
): Quote {
  const { job, worker } = related;
  const readsOriginal = mayReadOriginal(row, related.readerId);
  const texts = readsOriginal ? { parts: row.parts, workScope: row.work_scope } : readMaskedQuote(row);
  return {
    id: row.id,
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: readJobTitle(job, row.state, related.readerId),
    jobLocation: job.location,
    jobBudget: readBudget(job),
    jobClosesOn: job.closes_on,
    jobPaymentTerm: job.payment_term,
    worker: {
      id: worker.id,
      name: worker.name,
      image: worker.image,
      skills: readsOriginal ? worker.skills : maskFields({ skills: worker.skills }).skills,
      rating: worker.rating,
      completedProjects: worker.completedProjects,
      verified: worker.identity === 'verified',
      reliability: related.reliability,
    },
    bidPaise: row.bid_paise,
    term: row.term,
    parts: texts.parts,
    workScope: texts.workScope,
    proposal: related.proposal,
    photos: related.photos,
    ...toNegotiation(row, related),
    state: row.state,
    cancelComment: row.cancel_comment,
    hides:
      isHiding(row) && isWorker(row, related.readerId)
        ? listHiddenInQuote({ parts: row.parts, workScope: row.work_scope })
        : [],
    heldBack: related.heldBack,
    createdAt: row.created_at.toISOString(),
    lapsesAt: isStanding(row) ? calculateLapseTime(getTurnTime(row)).toISOString() : null,
    // Whoever tries all numbers would find a hidden one by its hash.
    version: isWorker(row, related.readerId)
      ? computeVersion(
          pickEditable(
            row,
            related.photos.map(({ id }) => id),
          ),
        )
      : '',
    abilities: {
      accept: getAcceptAbility(row, job, related.readerId, related.limits),
      ask: getAnswerAbility('ask', row, job, related.readerId),
      decline: getAnswerAbility('decline', row, job, related.readerId),
      edit: getChangeAbility('edit', row, job, related.readerId),
      cancel: getChangeAbility('cancel', row, job, related.readerId),
    },
  };
}

/** Where the two sides are, and what they said last. */
function toNegotiation(row: QuoteRow, { steps, readerId }: { steps: LatestSteps; readerId: number }) {
  const { offer, asked, declined } = steps;
  const readTexts = (step: StepRow): Pick<StepRow, 'parts' | 'note'> =>
    mayReadStep(step, row, readerId) ? step : readMaskedStep(step);
  return {
    startsOn: row.starts_on,
    finishBy: row.finish_by,
    visit: readVisit(row),
    note: offer ? readTexts(offer).note : '',
    offerVersion: row.version,
    offeredAt: (row.changed_at ?? row.created_at).toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
    turn: row.turn,
    asksLeft: countAsksLeft(row.turn),
    asked: asked
      ? {
          bidPaise: asked.bid_paise,
          term: asked.term,
          parts: readTexts(asked).parts,
          startsOn: asked.starts_on,
          finishBy: asked.finish_by,
          note: readTexts(asked).note,
          at: asked.at.toISOString(),
        }
      : null,
    declined: declined?.reason ? { reason: declined.reason, note: readTexts(declined).note } : null,
  };
}
