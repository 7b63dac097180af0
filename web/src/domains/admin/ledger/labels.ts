import { translateCode, translateId } from '../../../platform/i18n/index.ts';

/** "Escrow, milestone 12": the label of a ledger account. An unknown account keeps its code. */
export function getAccountLabel(code: string): string {
  const [name = '', id = ''] = code.split(':');
  return translateId(`web.admin.account.${name}`, { id }) ?? code;
}

/** The label of a kind of posting. */
export const getPostingLabel = (kind: string): string => translateCode(`web.admin.posting.${kind}`);
