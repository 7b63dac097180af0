import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  rest_terms: {
    place: COORDINATOR,
    columns: {
      plain: `id effective_on known_releases known_release_paise known_days known_day_paise first_days
        fresh_days identity_month_paise set_by reason set_at`,
    },
  },
  rest_rule: {
    place: COORDINATOR,
    columns: {
      plain: `terms_id position method first_dealings link charged_back payer_younger_days worker_younger_days
        payer_identified worker_identified amount_from_paise over_limit rest_days reason`,
    },
  },
  money_limit: {
    place: COORDINATOR,
    columns: {
      plain: 'terms_id action hours max_paise',
    },
  },
  wallet_release: {
    place: COORDINATOR,
    columns: {
      plain: `id user_id posting_key milestone_id job_id payer_id method rest_days rest_until terms_id
        rule_position reason payer_days created_at`,
      law: { keptFor: 'books', columns: 'amount_paise left_paise' },
    },
  },
  release_part: {
    place: COORDINATOR,
    columns: {
      plain: 'id release_id withdrawal_id is_late taken_at taken_event returned_at returned_event',
      law: { keptFor: 'books', columns: 'amount_paise recovered_for' },
    },
  },
  release_hold: {
    place: COORDINATOR,
    columns: {
      plain: `id release_id cause subject held_by held_at held_event lifted_by lifted_at lifted_event`,
      words: 'lift_reason',
    },
  },
  payer_stop: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id subject stopped_at ended_at ended_by',
      words: 'reason',
    },
  },
};
