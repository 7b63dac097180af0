import type { Quote } from '@fws/contract/quotes/model';
import type { FileLink } from '@fws/contract/platform/wire';
import type { Db } from '../../platform/db/index.ts';
import { fileLinks } from '../../platform/files.ts';
import { budgetIn, jobsByIds, type JobRow } from '../jobs/index.ts';
import { peopleByIds, type PersonRow } from '../profile/index.ts';
import { lapsesAt, mayAccept, mayChange } from './rules.ts';
import type { QuoteRow } from './store.ts';

/** Quotes with their jobs, workers and proposals, loaded at once for the whole list. */
export async function presentQuotes(db: Db, rows: readonly QuoteRow[], readerId: number): Promise<Quote[]> {
  const [jobs, people, files] = await Promise.all([
    jobsByIds(
      db,
      rows.map((row) => row.job_id),
    ),
    peopleByIds(
      db,
      rows.map((row) => row.worker_id),
    ),
    fileLinks(
      db,
      rows.flatMap((row) => row.proposal_id ?? []),
    ),
  ]);
  return rows.map((row) => {
    const job = jobs.get(row.job_id);
    const worker = people.get(row.worker_id);
    if (!job || !worker) throw new Error(`quote ${row.id} has lost its job or its worker`);
    return quoteOf(row, { job, worker, proposal: files.get(row.proposal_id ?? '') ?? null, readerId });
  });
}

function quoteOf(
  row: QuoteRow,
  beside: { job: JobRow; worker: PersonRow; proposal: FileLink | null; readerId: number },
): Quote {
  const { job, worker } = beside;
  return {
    id: row.id,
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: job.title,
    jobLocation: job.location,
    jobBudget: budgetIn(job),
    jobClosesOn: job.closes_on,
    jobPaymentTerm: job.payment_term,
    worker: {
      id: worker.id,
      name: worker.name,
      image: worker.image,
      skills: worker.skills,
      rating: worker.rating,
      completedProjects: worker.completedProjects,
      verified: worker.identity === 'verified',
    },
    bidPaise: row.bid_paise,
    term: row.term,
    parts: row.parts,
    workScope: row.work_scope,
    proposal: beside.proposal,
    state: row.state,
    cancelComment: row.cancel_comment,
    createdAt: row.created_at.toISOString(),
    lapsesAt: row.state === 'submitted' ? lapsesAt(row.created_at).toISOString() : null,
    abilities: {
      accept: mayAccept(row, job, beside.readerId),
      edit: mayChange('edit', row, job, beside.readerId),
      cancel: mayChange('cancel', row, job, beside.readerId),
    },
  };
}
