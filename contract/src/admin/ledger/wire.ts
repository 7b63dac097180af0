import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const accountsForm = wireForm(schema('accountsAsked'), {
  ...pageWire,
  kind: 'kind',
  search: 'search',
});
export const accountForm = wireForm(schema('accountAsked'), { code: 'code' });
export const entriesForm = wireForm(schema('entriesAsked'), { ...pageWire, code: 'code' });
export const txnsForm = wireForm(schema('txnsAsked'), { ...pageWire, by: 'by', value: 'value' });
export const accountsReply = plainPageReply(schema('account'));
export const accountReply = plainReply(schema('account'));
export const entriesReply = plainPageReply(schema('accountEntry'));
export const txnsReply = plainPageReply(schema('explorerTxn'));
