import { isCalendarDate } from '@fws/contract/platform/dates';
import type { Permission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { findAccount } from '../ledger/store.ts';
import { formatCsv } from './csv.ts';
import {
  streamAddresses,
  ADDRESSES_HEADER,
  streamJournal,
  JOURNAL_HEADER,
  streamStatement,
  STATEMENT_HEADER,
} from './store.ts';

type ExportParams = Record<string, string>;
interface Export {
  permission: Permission;
  /** The parameters to write to the audit log. */
  toAuditDetails: (params: ExportParams) => ExportParams;
  prepare: (deps: Deps, params: ExportParams) => Promise<Outcome<AsyncGenerator<string>>>;
}

export const EXPORTS: Record<string, Export> = {
  journal: {
    permission: 'money.read',
    toAuditDetails: ({ from = '', to = '' }) => ({ from, to }),
    prepare: async ({ db }, { from = '', to = '' }) =>
      isCalendarDate(from) && isCalendarDate(to) && from <= to
        ? done(formatCsv(JOURNAL_HEADER, streamJournal(db, { from, to })))
        : refuse('malformed', 'backoffice.days_wrong'),
  },
  account: {
    permission: 'money.read',
    toAuditDetails: ({ code = '' }) => ({ code }),
    prepare: async ({ db }, { code = '' }) => {
      const account = await findAccount(db, code);
      return account
        ? done(formatCsv(STATEMENT_HEADER, streamStatement(db, account)))
        : refuse('not_found', 'backoffice.account_unknown');
    },
  },
  addresses: {
    permission: 'enquiries.read',
    toAuditDetails: () => ({}),
    prepare: async ({ db }) => done(formatCsv(ADDRESSES_HEADER, streamAddresses(db))),
  },
};

/** Writes the audit entry before the first line is sent. */
export async function beginExport(
  deps: Deps,
  adminId: number,
  name: string,
  params: ExportParams,
): Promise<Outcome<AsyncGenerator<string>>> {
  const definition = EXPORTS[name];
  if (!definition) return refuse('not_found', 'common.not_found');
  const prepared = await definition.prepare(deps, params);
  if (!prepared.ok) return prepared;
  const entry = {
    adminId,
    act: 'exported',
    subject: 'export',
    subjectId: name,
    details: definition.toAuditDetails(params),
  };
  await inTx(deps.db, (tx) => recordAuditEntry(tx, entry, deps.ports.clock.now()));
  return prepared;
}
