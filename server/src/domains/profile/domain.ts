import { profileTranslations } from '../../legacy/profile.ts';
import type { Domain } from '../../platform/domain.ts';
import { canSeeDocuments, canSeePhoto } from './policy.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

const checkDocumentAccess = async (_: unknown, caller: { userId: number }, ownerId: number) =>
  canSeeDocuments(caller.userId, ownerId);

export const profileDomain: Domain = {
  name: 'profile',
  imports: ['identity'],
  translations: profileTranslations,
  tables: TABLES,
  objects: {
    webLink: null,
  },
  routes,
  fileAccess: {
    avatar: async () => canSeePhoto(),
    certificate: checkDocumentAccess,
    resume: checkDocumentAccess,
    // Everybody else gets the thumbnails of a public page, which need no session.
    portfolio_photo: checkDocumentAccess,
  },
};
