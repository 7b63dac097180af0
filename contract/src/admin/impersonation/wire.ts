import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const impersonationForm = wireForm(schema('impersonation'), { userId: 'userId', reason: 'reason' });
