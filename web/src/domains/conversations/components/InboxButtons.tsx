import type { Conversation } from '@fws/contract/conversations/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useArchive, useMute, type Names } from '../api.ts';

type Props = { conversation: Conversation; names: Names };

/** How the reader keeps a conversation. The other side sees nothing of it. */
export function InboxButtons({ conversation: { isMuted, isArchived }, names }: Props) {
  const t = useT();
  const online = useOnline();
  const mute = useMute();
  const archive = useArchive();
  const onError = (error: Error) => toast.error(error.message);
  return (
    <>
      <Button
        variant="quiet"
        icon={isMuted ? 'bell' : 'bellOff'}
        disabled={!online}
        busy={mute.isPending}
        onClick={() => mute.mutate({ names, muted: !isMuted }, { onError })}
      >
        {online ? t(`web.conversations.${isMuted ? 'unmute' : 'mute'}`) : t('ui.needsInternet')}
      </Button>
      <Button
        variant="quiet"
        icon="archive"
        disabled={!online}
        busy={archive.isPending}
        onClick={() => archive.mutate({ names, archived: !isArchived }, { onError })}
      >
        {online ? t(`web.conversations.${isArchived ? 'unarchive' : 'archive'}`) : t('ui.needsInternet')}
      </Button>
    </>
  );
}
