import { profileTranslations } from '../../legacy/profile.ts';
import type { Domain } from '../../platform/domain.ts';
import { maySeeDocuments, maySeePhoto } from './policy.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

const checkDocumentAccess = async (_: unknown, caller: { userId: number }, ownerId: number) =>
  maySeeDocuments(ownerId, caller.userId);

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
    avatar: async () => maySeePhoto(),
    certificate: checkDocumentAccess,
    resume: checkDocumentAccess,
    // Everybody else gets the thumbnails of a public page, which need no session.
    portfolio_photo: checkDocumentAccess,
  },
};
