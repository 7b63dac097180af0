import '../settings.css';
import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { refuse } from '../../../platform/refusals/index.ts';
import { Button, ButtonRow, Note } from '../../../ui/index.ts';
import { Refusal } from '../settings/ChannelTick.tsx';
import { settingsQuery } from '../settings/settingsApi.ts';
import { usePush } from '../settings/usePush.ts';

type Props = { onClose: () => void };

export default function PushOfferNote({ onClose }: Props) {
  const { data } = useQuery(settingsQuery());
  return data && <Offer push={data.push} onClose={onClose} />;
}

function Offer({ push, onClose }: Props & { push: NotificationSettings['push'] }) {
  const t = useT();
  const online = useOnline();
  const { state, isBusy, refusal, turnOn } = usePush(push);
  // Also once it is on.
  if (state !== 'off') return null;
  return (
    <div className="push-offer">
      <Note icon="bell">
        <p>{t('notifications.offer')}</p>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <ButtonRow>
          <Button variant="primary" disabled={!online} busy={isBusy} onClick={turnOn}>
            {online ? t('notifications.offerTurnOn') : t('ui.needsInternet')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              refuse('push');
              onClose();
            }}
          >
            {t('notifications.notNow')}
          </Button>
        </ButtonRow>
      </Note>
    </div>
  );
}
