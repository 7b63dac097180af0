import { CASE_KINDS, type QueueKind } from '@fws/contract/admin/queue/model';

export interface QueuePart {
  /** The table of one kind. `condition` selects the waiting rows; each kind has a partial index of them, ordered by `at`. */
  from: string;
  condition: string;
  id: string;
  at: string;
  /** Hours from `at` until the item is due. */
  hours: number;
  title: string;
  reference: string;
  amount: string;
  since: string;
}

/** Operations cases: each stores its due time, and one index serves all kinds. */
const buildCasePart = (kind: keyof typeof CASE_KINDS): QueuePart => ({
  from: 'ops_case n',
  condition: `n.resolved_at IS NULL AND n.kind IN (${CASE_KINDS[kind].map((caseKind) => `'${caseKind}'`).join(', ')})`,
  id: 'n.id',
  at: 'n.due_at',
  hours: 0,
  title: 'n.kind',
  reference: 'n.subject',
  amount: 'n.amount_paise',
  since: 'n.raised_at',
});

export const PARTS: Record<QueueKind, QueuePart> = {
  dispute: {
    from: 'dispute d JOIN job ON job.id = d.job_id',
    condition: "d.state = 'open'",
    id: 'd.id',
    at: 'd.review_due_at',
    hours: 0,
    title: 'job.title',
    reference: "'FWS-D-' || lpad(d.id::text, 6, '0')",
    amount: `(SELECT sum(amount_paise) FROM dispute_milestone held
      JOIN milestone ON milestone.job_id = held.job_id AND milestone.id = held.milestone_id
      WHERE held.job_id = d.job_id AND held.dispute_id = d.id AND held.lifted_at IS NULL
        AND on_hold AND fund_state IN ('funded', 'accepted'))`,
    since: 'd.raised_at',
  },
  approval: {
    from: `admin_approval a
      LEFT JOIN dispute d ON d.id = a.subject_id AND a.act = 'dispute_settled' LEFT JOIN job ON job.id = d.job_id
      LEFT JOIN ops_case n ON n.id = a.subject_id AND a.act = 'case_decided'`,
    condition: "a.state = 'waiting'",
    id: 'a.id',
    at: 'a.asked_at',
    hours: 4,
    title: 'coalesce(job.title, n.kind, a.act)',
    reference: "coalesce('FWS-D-' || lpad(d.id::text, 6, '0'), n.subject, '#' || a.subject_id)",
    amount: 'a.amount_paise',
    since: 'a.asked_at',
  },
  report: {
    from: 'report_case r',
    condition: 'r.decided_at IS NULL',
    id: 'r.id',
    at: 'r.due_at',
    hours: 0,
    title: 'r.title',
    reference: "'R-' || lpad(r.id::text, greatest(4, length(r.id::text)), '0')",
    amount: 'NULL::bigint',
    since: 'r.opened_at',
  },
  appeal: {
    from: 'report_case p',
    condition: 'p.appealed_at IS NOT NULL AND p.appeal_decided_at IS NULL',
    id: 'p.id',
    at: 'p.appeal_due_at',
    hours: 0,
    title: 'p.title',
    reference: "'R-' || lpad(p.id::text, greatest(4, length(p.id::text)), '0')",
    amount: 'NULL::bigint',
    since: 'p.appealed_at',
  },
  contest: {
    from: 'job_outcome o JOIN job ON job.id = o.job_id',
    condition: "o.state = 'contested'",
    id: 'o.id',
    at: 'o.contest_due_at',
    hours: 0,
    title: 'job.title',
    reference: 'job.number::text',
    amount: 'NULL::bigint',
    since: 'o.contested_at',
  },
  identity: {
    from: 'identity_check c JOIN user_account person ON person.id = c.user_id',
    condition: "c.reviewed_at IS NULL AND c.video_id IS NOT NULL AND c.state IN ('pending', 'verified')",
    id: 'c.id',
    at: 'c.created_at',
    hours: 24,
    title: "rtrim(person.first_name || ' ' || person.last_name)",
    reference: 'upper(c.kind)',
    amount: "(SELECT nullif(balance, 0) FROM ledger.balance WHERE code = 'wallet:' || c.user_id)",
    since: 'c.created_at',
  },
  name: {
    from: 'name_change nc JOIN user_account person ON person.id = nc.user_id',
    condition: "nc.state = 'waiting'",
    id: 'nc.id',
    at: 'nc.requested_at',
    hours: 24,
    title: "rtrim(person.first_name || ' ' || person.last_name)",
    reference: "rtrim(nc.first_name || ' ' || nc.last_name)",
    amount: 'NULL::bigint',
    since: 'nc.requested_at',
  },
  job: {
    from: 'job j',
    condition: "j.reviewed_at IS NULL AND j.state = 'open'",
    id: 'j.id',
    at: 'j.posted_at',
    hours: 24,
    title: 'j.title',
    reference: 'j.number::text',
    amount: 'j.budget_to_paise',
    since: 'j.posted_at',
  },
  enquiry: {
    from: 'business_enquiry e',
    condition: 'e.answered_at IS NULL',
    id: 'e.id',
    at: 'e.created_at',
    hours: 48,
    title: 'e.company',
    reference: "'B-' || e.id",
    amount: 'NULL::bigint',
    since: 'e.created_at',
  },
  withdrawal: { ...buildCasePart('withdrawal'), reference: "'#' || n.subject" },
  unapplied: buildCasePart('unapplied'),
  refund: buildCasePart('refund'),
  chargeback: buildCasePart('chargeback'),
  books: buildCasePart('books'),
  webhook: {
    from: 'provider_event w',
    condition: "w.verdict <> 'valid' AND w.seen_at IS NULL",
    id: 'w.id',
    at: 'w.received_at',
    hours: 24,
    title: 'w.verdict',
    reference: 'w.provider',
    amount: 'NULL::bigint',
    since: 'w.received_at',
  },
  task: {
    from: 'failed_job f',
    condition: 'true',
    id: 'f.id',
    at: 'f.failed_at',
    hours: 8,
    title: 'f.task',
    reference: "'#' || f.id",
    amount: 'NULL::bigint',
    since: 'f.failed_at',
  },
};
