import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  identity_check: {
    place: COORDINATOR,
    columns: {
      plain: `id reference_id user_id kind state created_at checked_at decided_at video_id reviewed_at
        reviewed_by`,
      personal: 'number_last4 provider_reference provider_name name_on_id fingerprints',
      words: 'reason',
    },
  },
  identity_use: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id check_id is_sole since',
      personal: 'fingerprint',
    },
  },
  identity_video: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id made_at file_id spent_at',
      personal: 'code sha256',
    },
  },
  identity_session: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id way video_id otp_sent_at tries created_at asked_at check_id',
      personal: 'number_last4 provider_reference name_on_id',
    },
  },
  name_change: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id state requested_at decided_at decided_by ended_verification',
      personal: 'former_first_name former_last_name first_name last_name',
      words: 'explanation reason',
    },
  },
  kyc_sample_video: {
    place: COORDINATOR,
    columns: {
      plain: 'id language url position file_id',
    },
  },
};
