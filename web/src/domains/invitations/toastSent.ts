import type { SentInvitation } from '@fws/contract/invitations/schemas';
import { getCurrentLocale, translate } from '../../platform/i18n/index.ts';
import { toast } from '../../platform/toasts/index.ts';

/** Says that it was sent, and what of the line the worker does not read until the job is awarded. */
export function toastSent({ hides }: SentInvitation): void {
  const list = new Intl.ListFormat(getCurrentLocale(), { type: 'conjunction' });
  const what = list.format(hides.map((kind) => translate(`ui.hides.${kind}`)));
  const parts = [
    translate('invitations.sent'),
    ...(hides.length > 0 ? [translate('ui.hidden', { what })] : []),
  ];
  toast.success(parts.join('. '));
}
