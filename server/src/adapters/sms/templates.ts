import type { Locale } from '@fws/contract/platform/messages';
import type { MessageTemplate } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';

/** A text registered with the operators. */
export interface RegisteredText {
  /** The vendor's own id; empty where the vendor has none. */
  id: string;
  /** The operators' id (DLT content template); empty where the vendor looks it up itself. */
  dlt: string;
}

export type SmsTemplates = Record<MessageTemplate, Record<Locale, RegisteredText>>;

/** Finds the registered text. The sandbox (`null`) accepts every kind, under ids that name it. */
export function findRegisteredText(
  templates: SmsTemplates | null,
  template: MessageTemplate,
  locale: Locale,
): RegisteredText {
  if (templates === null) return { id: `fws-${template}-${locale}`, dlt: `fws-${template}-${locale}` };
  const text = Object.hasOwn(templates, template) ? templates[template]?.[locale] : undefined;
  // Operators silently drop unregistered texts, so none is sent.
  if (!text) throw new ProviderError('rejected', 'not_registered', `no registered text for ${template}`);
  return text;
}
