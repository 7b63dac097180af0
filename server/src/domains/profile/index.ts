import type { Domain } from '../../platform/domain.ts';
import { maySeePapers, maySeePhoto } from './policy.ts';
import { routes } from './routes.ts';

export { addCompletedProject, addRating, peopleByIds, type PersonRow } from './store.ts';
export { publicProfiles, type PublicProfile } from './service.ts';

const ownPapers = async (_: unknown, caller: { userId: number }, ownerId: number) =>
  maySeePapers(caller.userId, ownerId);

export const profileDomain: Domain = {
  name: 'profile',
  routes,
  fileAccess: { avatar: async () => maySeePhoto(), certificate: ownPapers, resume: ownPapers },
};
