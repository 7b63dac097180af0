import type * as z from 'zod/mini';
import type { webhookCase, webhookDecided, webhookDecision } from './schemas.ts';

export type WebhookCase = z.infer<typeof webhookCase>;
export type WebhookDecided = z.infer<typeof webhookDecided>;
export type WebhookDecision = z.output<typeof webhookDecision>;
