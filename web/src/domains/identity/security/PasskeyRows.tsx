import { Suspense, useState } from 'react';
import type { SecondFactors } from '@fws/contract/identity/factors/schemas';
import { formatDate, lazyScreen, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Row } from '../../../ui/index.ts';
import { canUsePasskeys } from '../passkeys.ts';
import type { PasskeyDialogProps } from './PasskeyDialog.tsx';

const PasskeyDialog = lazyScreen<PasskeyDialogProps>(
  ['security', 'identity'],
  () => import('./PasskeyDialog.tsx'),
);

type Passkey = SecondFactors['passkeys'][number];
type Props = {
  passkeys: readonly Passkey[];
  onAdded: (recoveryCodes: readonly string[]) => void;
  onRemove: (passkey: Passkey) => void;
};

export function PasskeyRows({ passkeys, onAdded, onRemove }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const online = useOnline();
  const [isAdding, setAdding] = useState(false);
  const canAdd = canUsePasskeys();
  return (
    <>
      <Row
        title={t('security.passkeys')}
        detail={t(canAdd ? 'security.passkeysNone' : 'security.passkeysCannot')}
        action={
          canAdd && (
            <>
              <Button
                aria-label={t('security.addPasskey')}
                disabled={!online}
                onClick={() => setAdding(true)}
              >
                {t('security.add')}
              </Button>
              <Suspense>
                {isAdding && <PasskeyDialog onAdded={onAdded} onClose={() => setAdding(false)} />}
              </Suspense>
            </>
          )
        }
      />
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          icon="key"
          title={passkey.name}
          detail={[
            t('security.passkeyAdded', { date: formatDate(t, passkey.createdAt) }),
            passkey.lastUsedAt === null
              ? ''
              : t('security.passkeyUsed', { ago: timeAgo(passkey.lastUsedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          action={
            <Button
              variant="quiet"
              aria-label={t('security.removePasskeyShort', { name: passkey.name })}
              onClick={() => onRemove(passkey)}
            >
              {t('security.remove')}
            </Button>
          }
        />
      ))}
    </>
  );
}
