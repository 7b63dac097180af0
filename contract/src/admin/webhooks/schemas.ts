import * as z from 'zod/mini';
import { idText, maybeText } from '../../platform/schemas.ts';

export const webhookId = z.object({ webhookId: idText('admin.webhook_unknown') });
export const webhookDecision = z.object({
  ...webhookId.shape,
  decision: z.enum(['retry', 'dismiss'], 'admin.decision_required'),
  reason: maybeText(500),
});
export type WebhookDecision = z.output<typeof webhookDecision>;

export const webhookCase = z.object({
  id: z.number(),
  provider: z.string(),
  verdict: z.enum(['forged', 'malformed']),
  /** Why the check refused it. */
  reason: z.string(),
  receivedAt: z.string(),
  bytes: z.number(),
  /** Ids and states in the body. The rest is not shown, because anyone may have sent it. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  seen: z.nullable(z.object({ by: z.string(), at: z.string() })),
});
export type WebhookCase = z.output<typeof webhookCase>;
/** Whether the webhook was accepted. */
export const webhookDecided = z.object({ accepted: z.boolean() });
export type WebhookDecided = z.output<typeof webhookDecided>;
