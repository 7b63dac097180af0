import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { formatMobile } from '../../identity/index.ts';
import { useWhatsApp } from './settingsApi.ts';

type Props = { settings: NotificationSettings; onClose: () => void };

/**
 * The notice under which a person agrees to messages by WhatsApp, point by point. The server records its version: a
 * change of these words needs a new `CHANNEL_NOTICE_VERSION`.
 */
export function WhatsAppDialog({ settings, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const agreement = useWhatsApp();
  const kinds = settings.groups
    .filter(({ whatsapp }) => whatsapp !== 'off')
    .map(({ group }) => t(`notifications.kind.${group}`));
  const points = [
    [
      t('notifications.notice.what'),
      kinds.length > 0
        ? t('notifications.notice.whatText', { kinds: kinds.join(', ') })
        : t('notifications.notice.whatNone'),
    ],
    [t('notifications.notice.to'), formatMobile(settings.mobile.number)],
    [t('notifications.notice.who'), t('notifications.notice.whoText')],
    [t('notifications.notice.stop'), t('notifications.notice.stopText')],
  ] as const;

  const agree = () =>
    agreement.mutate(true, {
      onSuccess: () => {
        toast.success(t('notifications.whatsAppAgreed'));
        onClose();
      },
    });

  return (
    <Dialog
      title={t('notifications.notice.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('notifications.notNow')}</Button>
          <Button variant="primary" disabled={!online} busy={agreement.isPending} onClick={agree}>
            {online ? t('notifications.agree') : t('ui.needsInternet')}
          </Button>
        </>
      }
    >
      {agreement.error && <Note tone="bad">{agreement.error.message}</Note>}
      <dl className="notice-points">
        {points.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="t2 mut">{t('notifications.notice.recorded')}</p>
    </Dialog>
  );
}
