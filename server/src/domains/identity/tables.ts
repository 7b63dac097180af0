import { COORDINATOR, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  user_account: {
    place: REFERENCE,
    columns: {
      plain: `id email_verified_at mobile_verified_at identity_state suspended_at created_at photo_id
        withdrawals_stopped_at contacts_trusted_before password_reset_at contact_changed_at`,
      personal: `first_name last_name email mobile password_hash register_for looking_for location company_name
        aadhaar_last4 skills locale identity_name rating_sum rating_count completed_projects`,
      words: 'suspended_reason',
    },
  },
  session: {
    place: COORDINATOR,
    columns: {
      plain: `token_hash user_id created_at seen_at expires_at confirmed_at id previous_token_hash
        previous_token_until proven_at`,
      personal: 'client device',
    },
  },
  otp: {
    place: COORDINATOR,
    columns: {
      plain: 'channel nonce tries sent_at expires_at used_at purpose user_id',
      personal: 'address',
    },
  },
  authenticator: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id set_at last_step',
      personal: 'secret',
    },
  },
  recovery_code: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id code_hash used_at',
    },
  },
  passkey: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id counter transports created_at last_used_at',
      personal: 'credential_id public_key name',
    },
  },
  passkey_registration: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id challenge expires_at',
    },
  },
  login_challenge: {
    place: COORDINATOR,
    columns: {
      plain: 'id token_hash user_id proof nonce passkey_challenge tries sends sent_at expires_at',
    },
  },
  known_device: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id confirmed_at created_at seen_at',
      personal: 'token_hash name',
    },
  },
  owner_alert: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id kind subject_id nonce at confirmed_at denied_at',
      personal: 'device address facts mobile email',
    },
  },
  consent: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id notice version locale client agreed_at',
    },
  },
  social_identity: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id provider linked_at',
      personal: 'issuer subject',
    },
  },
  social_attempt: {
    place: COORDINATOR,
    columns: {
      plain: 'state_hash browser_hash provider nonce code_verifier next_path expires_at',
    },
  },
  social_ticket: {
    place: COORDINATOR,
    columns: {
      plain: 'token_hash provider email_verified expires_at',
      personal: 'issuer subject first_name last_name email',
    },
  },
};
