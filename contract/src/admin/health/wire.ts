import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const healthReply = plainReply(schema('health'));
