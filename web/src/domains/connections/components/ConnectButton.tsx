import type { PersonView } from '@fws/contract/connections/schemas';
import { formatFullName } from '@fws/contract/connections/model';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { useConnection } from '../api.ts';

/** "Connect Now", then "Connected". Renders nothing for the user's own profile. */
export function ConnectButton({ person }: { person: PersonView }) {
  const t = useT();
  const online = useOnline();
  const { connect } = useConnection(person.id);
  if (person.relation === 'connection')
    return (
      <span className="person-connected" role="status">
        <Icon name="check" size="sm" />
        {t('web.connections.connected')}
      </span>
    );
  if (!person.abilities.connect.allowed) return null;

  async function press(): Promise<void> {
    try {
      await connect.mutateAsync();
      toast.success(translate('connections.connected'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Button
      disabled={!online}
      busy={connect.isPending}
      busyText={t('web.connections.connecting')}
      onClick={() => void press()}
    >
      {t('web.connections.connectNow')} <span className="vh">{formatFullName(person)}</span>
    </Button>
  );
}
