import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/index.ts';
import type { MessageReceipt } from '../../../ports/messaging.ts';

/** Keeps what a vendor reports. Reports come late, twice and out of order: an earlier state never replaces a later one. */
export async function recordReceipts(tx: Tx, receipts: readonly MessageReceipt[], now: Date): Promise<void> {
  await sql`
    WITH report AS (
      SELECT DISTINCT ON (reference) * FROM json_to_recordset(${JSON.stringify(receipts)}::json)
        AS r (reference text, "providerId" text, state text, reason text)
      ORDER BY reference, array_position(${STATUS_ORDER}::text[], state) DESC
    )
    UPDATE notification_delivery d
    SET status = report.state, provider_id = coalesce(report."providerId", d.provider_id), changed_at = ${now},
      reason = CASE WHEN report.state = 'failed' THEN coalesce(report.reason, 'failed') ELSE d.reason END
    FROM report
    WHERE d.reference = report.reference
      AND array_position(${STATUS_ORDER}::text[], d.status) < array_position(${STATUS_ORDER}::text[], report.state)`.execute(
    tx,
  );
}

/** A message that was delivered can no longer fail. */
const STATUS_ORDER = ['sending', 'sent', 'failed', 'delivered', 'read'];

/** A permanent failure. Only the address that the message went to counts. */
export async function recordReturnedMail(
  tx: Tx,
  reference: string,
  reason: string,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO returned_mail (email, reason, returned_at)
    SELECT u.email, ${reason}, ${now} FROM notification_delivery d JOIN user_account u ON u.id = d.user_id
    WHERE d.reference = ${reference} AND d.channel = 'email' AND d.alert_id IS NULL
      AND u.email_verified_at < d.created_at
    ON CONFLICT (email) DO UPDATE SET reason = excluded.reason, returned_at = excluded.returned_at`.execute(
    tx,
  );
}
