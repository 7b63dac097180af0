import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';

export { readVisibleProfile } from './people.ts';
export { insertConnection, insertShare } from './store.ts';

export const connectionsDomain: Domain = { name: 'connections', routes, tasks };
