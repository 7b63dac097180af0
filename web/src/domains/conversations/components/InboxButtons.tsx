import type { Conversation } from '@fws/contract/conversations/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useMute, type Names } from '../api.ts';

type Props = { conversation: Conversation; names: Names };

/** How the reader keeps a conversation. The other side sees nothing of it. */
export function InboxButtons({ conversation, names }: Props) {
  const t = useT();
  const online = useOnline();
  const mute = useMute();
  const { isMuted } = conversation;
  return (
    <Button
      variant="quiet"
      icon={isMuted ? 'bell' : 'bellOff'}
      disabled={!online}
      busy={mute.isPending}
      busyText={t('web.conversations.sending')}
      onClick={() =>
        mute.mutate({ names, muted: !isMuted }, { onError: (error) => toast.error(error.message) })
      }
    >
      {online ? t(`web.conversations.${isMuted ? 'unmute' : 'mute'}`) : t('ui.needsInternet')}
    </Button>
  );
}
