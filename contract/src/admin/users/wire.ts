import { pageWire, plainPageReply, plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const findForm = wireForm(schema('find'), { ...pageWire, search: 'search' });
export const userIdForm = wireForm(schema('userId'), { userId: 'userId' });
export const suspensionForm = wireForm(schema('suspension'), { userId: 'userId', reason: 'reason' });
export const securityForm = wireForm(schema('securityPage'), { ...pageWire, userId: 'userId' });
export const securityReply = plainPageReply(schema('securityLine'));
export const usersReply = plainPageReply(schema('userRow'));
export const userCaseReply = plainReply(schema('userCase'));
