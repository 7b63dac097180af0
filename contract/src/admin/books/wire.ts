import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const runForm = wireForm(schema('runRequest'), { kind: 'kind' });
export const booksReply = plainReply(schema('books'));
