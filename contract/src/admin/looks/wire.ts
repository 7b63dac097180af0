import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const lookForm = wireForm(schema('look'), { userId: 'userId', reason: 'reason' });
