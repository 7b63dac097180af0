import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const accountsForm = wireForm(schema('accountsQuery'), {
  ...pageWire,
  kind: 'kind',
  search: 'search',
});
export const accountForm = wireForm(schema('accountQuery'), { code: 'code' });
export const entriesForm = wireForm(schema('entriesQuery'), { ...pageWire, code: 'code' });
export const txnsForm = wireForm(schema('txnsQuery'), { ...pageWire, by: 'by', value: 'value' });
export const accountsReply = plainPageReply(schema('account'));
export const accountReply = plainReply(schema('account'));
export const entriesReply = plainPageReply(schema('accountEntry'));
export const txnsReply = plainPageReply(schema('explorerTxn'));
