import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const queueForm = wireForm(schema('queue'), { ...pageWire, kind: 'kind' });
export const queueReply = plainPageReply(schema('queueItem'));
export const queueCountsReply = plainReply(schema('queueCounts'));
