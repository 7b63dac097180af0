import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const findForm = wireForm(schema('find'), {
  ...pageWire,
  search: 'search',
  state: 'state',
  userId: 'userId',
});
export const recordIdForm = wireForm(schema('recordId'), { id: 'id' });
export const recordsReply = plainPageReply(schema('recordRow'));
export const recordReply = plainReply(schema('record'));
