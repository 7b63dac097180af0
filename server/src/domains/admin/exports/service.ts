import { isCalendarDate } from '@fws/contract/platform/dates';
import type { Permission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { record } from '../audit.ts';
import { accountByCode } from '../ledger/store.ts';
import { csv } from './csv.ts';
import {
  addresses,
  ADDRESSES_HEADER,
  journal,
  JOURNAL_HEADER,
  statement,
  STATEMENT_HEADER,
} from './store.ts';

type Asked = Record<string, string>;
interface Export {
  permission: Permission;
  /** The parameters to write to the audit log. */
  details: (asked: Asked) => Asked;
  prepare: (deps: Deps, asked: Asked) => Promise<Outcome<AsyncGenerator<string>>>;
}

export const EXPORTS: Record<string, Export> = {
  journal: {
    permission: 'money.read',
    details: ({ from = '', to = '' }) => ({ from, to }),
    prepare: async ({ db }, { from = '', to = '' }) =>
      isCalendarDate(from) && isCalendarDate(to) && from <= to
        ? done(csv(JOURNAL_HEADER, journal(db, { from, to })))
        : refuse('malformed', 'office.days_wrong'),
  },
  account: {
    permission: 'money.read',
    details: ({ code = '' }) => ({ code }),
    prepare: async ({ db }, { code = '' }) => {
      const account = await accountByCode(db, code);
      return account
        ? done(csv(STATEMENT_HEADER, statement(db, account)))
        : refuse('not_found', 'office.account_unknown');
    },
  },
  addresses: {
    permission: 'enquiries.read',
    details: () => ({}),
    prepare: async ({ db }) => done(csv(ADDRESSES_HEADER, addresses(db))),
  },
};

/** Writes the audit entry before the first line is sent. */
export async function beginExport(
  deps: Deps,
  adminId: number,
  name: string,
  asked: Asked,
): Promise<Outcome<AsyncGenerator<string>>> {
  const wanted = EXPORTS[name];
  if (!wanted) return refuse('not_found', 'common.not_found');
  const prepared = await wanted.prepare(deps, asked);
  if (!prepared.ok) return prepared;
  const act = {
    adminId,
    act: 'exported',
    subject: 'export',
    subjectId: name,
    details: wanted.details(asked),
  };
  await inTx(deps.db, (tx) => record(tx, act, deps.ports.clock.now()));
  return prepared;
}
