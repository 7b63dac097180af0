import { ALERT_KINDS, type AlertKind } from '@fws/contract/identity/model';
import { MESSAGE_TEMPLATES, type MessageTemplate } from '@fws/contract/notifications/channels';
import { NOTIFICATION_TYPES } from '@fws/contract/notifications/model';
import { LOCALES, type Locale, type SharedMessageId } from '@fws/contract/platform/messages';
import { endSentence, getText, translate } from '../../../platform/messages.ts';
import { joinSentences, listTemplateTexts, toPlainText } from './content.ts';

/** A text as it is registered, with a placeholder for each value. */
export interface RegisteredText {
  template: MessageTemplate | 'otp';
  locale: Locale;
  /** For the operators (DLT). */
  sms: string;
  /** For WhatsApp; null where it sends none. */
  whatsApp: string | null;
}

/** The texts to register before messages can go out: what is sent must match them. */
export const listRegisteredTexts = (): RegisteredText[] =>
  LOCALES.flatMap((locale) => [
    { template: 'otp' as const, locale, sms: fillSms(getText(locale, 'identity.otp_sms')), whatsApp: null },
    ...MESSAGE_TEMPLATES.map((template) => ({
      template,
      locale,
      sms: buildSmsText(locale, template),
      whatsApp: buildWhatsAppText(locale, template),
    })),
  ]);

function buildSmsText(locale: Locale, template: MessageTemplate): string {
  const alertKind = ALERT_KINDS.find((kind) => kind === template);
  if (alertKind !== undefined) return buildAlertText(locale, alertKind);
  if (template === 'withdrawals_stopped') return fillSms(getText(locale, 'identity.stopped_sms'));
  const text = joinSentences(
    locale,
    listTexts(template).map((id) => getText(locale, id)),
  );
  return fillSms(
    toPlainText(translate(locale, 'deliveries.sms', { text: endSentence(locale, text), link: '{link}' })),
  );
}

function buildAlertText(locale: Locale, kind: AlertKind): string {
  const what = getText(locale, `identity.alert_${kind}`);
  return fillSms(getText(locale, 'identity.alert_sms').replace('{what}', () => what));
}

/** WhatsApp numbers its placeholders. The link is the button's. */
function buildWhatsAppText(locale: Locale, template: MessageTemplate): string {
  let position = 0;
  return joinSentences(
    locale,
    listTexts(template).map((id) => getText(locale, id)),
  ).replace(/\{\w+\}/g, () => `{{${++position}}}`);
}

function listTexts(template: MessageTemplate): SharedMessageId[] {
  const type = NOTIFICATION_TYPES.find((each) => each === template);
  if (type !== undefined) return listTemplateTexts(type);
  return [template === 'bundle' ? 'deliveries.bundle' : 'deliveries.test'];
}

const fillSms = (text: string): string => text.replace(/\{\w+\}/g, '{#var#}');
