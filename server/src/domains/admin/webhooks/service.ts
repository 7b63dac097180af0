import type { WebhookCase, WebhookDecided, WebhookDecision } from '@fws/contract/admin/webhooks/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { WebhookResult } from '../../../platform/webhooks.ts';
import { buildWebhooks as paymentWebhooks } from '../../escrow/index.ts';
import { buildWebhooks as payoutWebhooks } from '../../payouts/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { extractClaims } from './rules.ts';

const findRefusedEvent = (db: Db | Tx, id: number) =>
  db
    .selectFrom('provider_event as event')
    .leftJoin('user_account as admin', 'admin.id', 'event.seen_by')
    .selectAll('event')
    .select(['admin.first_name', 'admin.last_name'])
    .where('event.id', '=', id)
    .where('event.verdict', '<>', 'valid')
    .executeTakeFirst();

export async function readWebhook({ db }: Deps, webhookId: number): Promise<Outcome<WebhookCase>> {
  const row = await findRefusedEvent(db, webhookId);
  if (!row || row.verdict === 'valid') return refuse('not_found', 'admin.webhook_unknown');
  return done({
    id: row.id,
    provider: row.provider,
    verdict: row.verdict,
    reason: row.reason,
    receivedAt: row.received_at.toISOString(),
    bytes: row.body.length,
    claims: extractClaims(row.body.toString('utf8')),
    // Hide signatures: a guessed one is useless here, and a valid one must not leave the server.
    headers: Object.entries(row.headers)
      .filter(([name]) => !name.includes('signature'))
      .map(([name, value]) => ({ name, value })),
    seen: row.seen_at && {
      by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      at: row.seen_at.toISOString(),
    },
  });
}

/** A retry verifies the webhook as if it arrived now; refused again, it keeps waiting. Each webhook is decided once. */
export async function decideWebhook(
  deps: Deps,
  adminId: number,
  { webhookId, decision, reason }: WebhookDecision,
): Promise<Outcome<WebhookDecided>> {
  if (decision === 'dismiss' && reason === '') return refuseField('reason', 'admin.reason_required');
  const row = await findRefusedEvent(deps.db, webhookId);
  if (!row) return refuse('not_found', 'admin.webhook_unknown');
  if (row.seen_at) return refuse('conflict', 'admin.webhook_over');
  const received = decision === 'retry' ? await receiveAgain(deps, row) : null;
  const accepted = received?.verdict === 'valid';
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<WebhookDecided>> => {
    if (accepted || decision === 'dismiss') {
      const seen = await tx
        .updateTable('provider_event')
        .set({ seen_at: now, seen_by: adminId })
        .where('id', '=', webhookId)
        .where('seen_at', 'is', null)
        .executeTakeFirst();
      if (seen.numUpdatedRows === 0n) return refuse('conflict', 'admin.webhook_over');
    }
    const act = decision === 'retry' ? 'webhook_retried' : 'webhook_dismissed';
    const details = { provider: row.provider, accepted };
    await recordAuditEntry(
      tx,
      { adminId, act, subject: 'webhook', subjectId: webhookId, reason, details },
      now,
    );
    return done({ accepted });
  });
}

/** Safe to repeat: a genuine event is stored and processed once, however often it is received. */
async function receiveAgain(
  deps: Deps,
  row: { provider: string; headers: Record<string, string>; body: Buffer; received_at: Date },
): Promise<WebhookResult | null> {
  const allWebhooks = [...paymentWebhooks(deps), ...payoutWebhooks(deps)];
  const webhook = allWebhooks.find(({ provider }) => provider === row.provider);
  return webhook ? webhook.receive(deps.db, row.headers, row.body, row.received_at) : null;
}
