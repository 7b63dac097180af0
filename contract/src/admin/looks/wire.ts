import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const lookForm = wireForm(schema('look'), { userId: 'userId', reason: 'reason' });
