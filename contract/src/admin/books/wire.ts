import { plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const runForm = wireForm(schema('runAsked'), { kind: 'kind' });
export const booksReply = plainReply(schema('books'));
