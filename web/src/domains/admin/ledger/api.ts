import { useMutation } from '@tanstack/react-query';
import { adminBooks, adminBooksRun } from '@fws/contract/admin/books/calls';
import type { BooksRunKind } from '@fws/contract/admin/books/model';
import {
  adminLedgerAccount,
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerTxns,
} from '@fws/contract/admin/ledger/calls';
import { callApi } from '../../../platform/client/index.ts';
import { callPages, callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const accountPages = (params: { kind: string; search: string }) =>
  callPages('admin', adminLedgerAccounts, params);
export const accountQuery = (code: string) => callQuery('admin', adminLedgerAccount, { code });
export const entryPages = (code: string) => callPages('admin', adminLedgerEntries, { code });
export const txnPages = (params: { by: string; value: string }) =>
  callPages('admin', adminLedgerTxns, params);
export const booksQuery = () => callQuery('admin', adminBooks, {});

export const useRunCheck = () =>
  useMutation({
    mutationFn: (kind: BooksRunKind) => callApi(adminBooksRun, { kind }),
    onSuccess: refreshAdmin,
  });
