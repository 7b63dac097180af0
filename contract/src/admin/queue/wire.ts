import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const queueForm = wireForm(schema('queue'), { ...pageWire, kind: 'kind' });
export const queueReply = plainPageReply(schema('queueItem'));
export const queueCountsReply = plainReply(schema('queueCounts'));
