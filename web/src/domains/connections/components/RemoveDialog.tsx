import type { PersonView } from '@fws/contract/connections/schemas';
import { formatFullName } from '@fws/contract/connections/model';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useConnection } from '../api.ts';

export function RemoveDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const { disconnect } = useConnection(person.id);

  async function remove(): Promise<void> {
    try {
      await disconnect.mutateAsync();
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(translate('connections.removed'));
    onClose();
  }

  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="danger"
        disabled={!online}
        busy={disconnect.isPending}
        busyText={t('web.connections.removing')}
        onClick={() => void remove()}
      >
        {online ? t('web.connections.remove') : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t('web.connections.removeTitle', { name: formatFullName(person) })}
      onClose={onClose}
      footer={buttons}
    >
      {disconnect.error && <Note tone="bad">{disconnect.error.message}</Note>}
      <p>{t('web.connections.removeWhy')}</p>
    </Dialog>
  );
}
