import { kycTranslations } from '../../legacy/kyc.ts';
import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { ownsVideo } from './videos/store.ts';
import { TABLES } from './tables.ts';

export const kycDomain: Domain = {
  name: 'kyc',
  imports: ['identity', 'links'],
  translations: kycTranslations,
  limits: LIMITS,
  tables: TABLES,
  objects: {
    changeId: 'nameChange',
    checkId: 'check',
    referenceId: 'reference',
    sampleId: 'sample',
    'aadhar_otp_verify.sessionId': 'identitySession',
    'upload_id_proof.sessionId': 'identitySession',
    // The number and the kind of a document, and the name printed on it.
    'upload_id_proof.kind': null,
    'upload_id_proof.number': null,
    nameOnId: null,
  },
  routes,
  tasks,
  fileAccess: {
    identity_video: (db, caller, videoId) => ownsVideo(db, caller.userId, videoId),
    // Every signed-in user may watch the sample videos.
    kyc_sample: () => Promise.resolve(true),
  },
};
