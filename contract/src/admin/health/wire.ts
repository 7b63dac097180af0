import { plainReply } from '../../platform/call.ts';
import { schemasOf } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const healthReply = plainReply(schema('health'));
