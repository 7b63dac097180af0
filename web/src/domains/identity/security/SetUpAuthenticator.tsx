import { Suspense, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { CallError } from '../../../platform/client/index.ts';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { beginAuthenticator } from '../api.ts';
import { useStepUp } from '../components/useStepUp.tsx';
import type { AuthenticatorDialogProps } from './AuthenticatorDialog.tsx';

const AuthenticatorDialog = lazyScreen<AuthenticatorDialogProps>(
  ['security', 'identity'],
  () => import('./AuthenticatorDialog.tsx'),
);

/** A button, then the code to the mobile number if the server requires one, then the app's secret. */
export function SetUpAuthenticator({ onSet }: { onSet: (recoveryCodes: readonly string[]) => void }) {
  const t = useT();
  const online = useOnline();
  const stepUp = useStepUp();
  const begin = useMutation({
    mutationFn: () => stepUp.run(beginAuthenticator),
    onError: (error) => {
      // Closing the code dialog is not an error.
      if (!(error instanceof CallError && error.stepUp)) toast.error(error.message);
    },
  });
  const [isClosed, setClosed] = useState(false);
  return (
    <>
      <Button
        aria-label={t('security.setUpAuthenticator')}
        disabled={!online}
        busy={begin.isPending}
        onClick={() => {
          setClosed(false);
          begin.mutate();
        }}
      >
        {t('security.setUp')}
      </Button>
      {stepUp.dialog}
      <Suspense>
        {begin.data && !isClosed && (
          <AuthenticatorDialog authenticator={begin.data} onSet={onSet} onClose={() => setClosed(true)} />
        )}
      </Suspense>
    </>
  );
}
