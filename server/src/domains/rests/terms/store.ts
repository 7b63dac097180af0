import { sql } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import type { LimitedAction, PayMethod, RestReason } from '@fws/contract/rests/model';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** A condition that is null holds for every release. */
export interface RestRule {
  position: number;
  method: PayMethod | null;
  firstDealings: boolean | null;
  /** `any` includes addresses, which many people share. */
  link: 'strong' | 'any' | null;
  chargedBack: boolean | null;
  payerYoungerDays: number | null;
  workerYoungerDays: number | null;
  payerIdentified: boolean | null;
  workerIdentified: boolean | null;
  amountFromPaise: number | null;
  overLimit: boolean | null;
  restDays: number;
  reason: RestReason;
}

export interface MoneyLimit {
  action: LimitedAction;
  hours: number;
  maxPaise: number;
}

/** The rules of rests and the limits of fresh accounts, from a day on. */
export interface RestTerms {
  id: number;
  knownReleases: number;
  knownReleasePaise: number;
  knownDays: number;
  knownDayPaise: number;
  firstDays: number;
  freshDays: number;
  identityMonthPaise: number;
  rules: RestRule[];
  limits: MoneyLimit[];
}

/** The terms in force at that time. */
export async function findTermsAt(db: Db | Tx, at: Date): Promise<RestTerms> {
  const { rows } = await sql<RestTerms>`
    SELECT t.id, t.known_releases AS "knownReleases", t.known_release_paise AS "knownReleasePaise",
      t.known_days AS "knownDays", t.known_day_paise AS "knownDayPaise", t.first_days AS "firstDays",
      t.fresh_days AS "freshDays", t.identity_month_paise AS "identityMonthPaise",
      (SELECT json_agg(json_build_object('position', r.position, 'method', r.method, 'firstDealings', r.first_dealings,
          'link', r.link, 'chargedBack', r.charged_back, 'payerYoungerDays', r.payer_younger_days,
          'workerYoungerDays', r.worker_younger_days, 'payerIdentified', r.payer_identified,
          'workerIdentified', r.worker_identified, 'amountFromPaise', r.amount_from_paise, 'overLimit', r.over_limit,
          'restDays', r.rest_days, 'reason', r.reason) ORDER BY r.position)
        FROM rest_rule r WHERE r.terms_id = t.id) AS rules,
      (SELECT coalesce(json_agg(json_build_object('action', l.action, 'hours', l.hours, 'maxPaise', l.max_paise)
          ORDER BY l.action, l.hours), '[]')
        FROM money_limit l WHERE l.terms_id = t.id) AS limits
    FROM rest_terms t WHERE t.effective_on <= ${toIstDate(at)}
    ORDER BY t.effective_on DESC, t.id DESC LIMIT 1`.execute(db);
  const [terms] = rows;
  if (!terms?.rules) throw new Error('there are no rules of rests');
  return terms;
}
