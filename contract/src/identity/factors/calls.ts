import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const secondFactors = call({
  name: 'second_factors',
  access: 'user',
  reads: true,
  kept: false,
  reply: schema('secondFactors'),
  done: 'common.ok',
});

/** Returns a secret for an authenticator app. It takes effect once the first code is confirmed. */
export const authenticatorBegin = call({
  name: 'authenticator_begin',
  access: 'user',
  reads: false,
  form: schema('stepUpOnly'),
  reply: schema('newAuthenticator'),
  done: 'common.ok',
});

/** Returns the recovery codes, only this once, if there were none. */
export const authenticatorSet = call({
  name: 'authenticator_set',
  access: 'user',
  reads: false,
  form: schema('authenticatorCode'),
  reply: schema('recoveryCodes'),
  done: 'identity.authenticator_added',
});

export const authenticatorRemove = call({
  name: 'authenticator_remove',
  access: 'user',
  reads: false,
  form: schema('stepUpOnly'),
  done: 'identity.authenticator_removed',
});

/** What the browser's `navigator.credentials.create` needs, as JSON. */
export const passkeyBegin = call({
  name: 'passkey_begin',
  access: 'user',
  reads: false,
  form: schema('stepUpOnly'),
  reply: schema('passkeyOptions'),
  done: 'common.ok',
});

/** Returns the recovery codes, only this once, if there were none. */
export const passkeyAdd = call({
  name: 'passkey_add',
  access: 'user',
  reads: false,
  form: schema('newPasskey'),
  reply: schema('recoveryCodes'),
  done: 'identity.passkey_added',
});

export const passkeyRemove = call({
  name: 'passkey_remove',
  access: 'user',
  reads: false,
  form: schema('passkeyToRemove'),
  done: 'identity.passkey_removed',
});

/** Creates ten new codes; the old ones stop working. */
export const recoveryCodesRenew = call({
  name: 'recovery_codes_renew',
  access: 'user',
  reads: false,
  form: schema('stepUpOnly'),
  reply: schema('recoveryCodes'),
  done: 'identity.recovery_codes_renewed',
});
