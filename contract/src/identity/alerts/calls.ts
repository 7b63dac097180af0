import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The alert that was sent to the owner: found by the link in it, or by its number for the signed-in owner. */
export const ownerAlert = call({
  name: 'owner_alert',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  form: schema('alertToAnswer'),
  reply: schema('ownerAlert'),
  done: 'common.ok',
});

/** "Yes, that was me." Recorded; changes nothing. */
export const alertConfirm = call({
  name: 'alert_confirm',
  access: 'public',
  reads: false,
  form: schema('alertToAnswer'),
  reply: schema('ownerAlert'),
  done: 'identity.alert_confirmed',
});

/**
 * "This was not me": stops withdrawals, removes the payout account that the alert is about, ends every session, and
 * invalidates the password.
 */
export const alertDeny = call({
  name: 'alert_deny',
  access: 'public',
  reads: false,
  form: schema('alertToAnswer'),
  reply: schema('ownerAlert'),
  done: 'identity.alert_denied',
});
