import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import type { NewFactor } from '@fws/contract/admin/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, LoadError, Note, Skeleton } from '../../../ui/index.ts';
import { StepUpDialog } from '../../identity/index.ts';
import { beginFactor, setFactor } from './api.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';
import { CodeForm } from './CodeForm.tsx';

const KEY = ['new-factor'];

/** Shows a secret for the app, takes its first code, then shows the recovery codes once. */
export function NewFactorForm({ isLost }: { isLost: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const [isStepUpOpen, setStepUpOpen] = useState(true);
  const newFactor = useQuery({
    queryKey: KEY,
    queryFn: () => beginFactor(''),
    // Each opening gets one secret; do not fetch another while the form is open.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const needsStepUp = newFactor.error instanceof CallError && newFactor.error.stepUp === 'otp';
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <>
      <h1>{t('web.admin.newFactor')}</h1>
      {isLost && <Note tone="warn">{t('web.admin.renewFactor')}</Note>}
      <p className="t2 mut adm-lead">{t('web.admin.newFactorLead')}</p>
      {newFactor.isPending && <Skeleton />}
      {newFactor.error && !needsStepUp && <LoadError error={newFactor.error} onRetry={newFactor.refetch} />}
      {needsStepUp && (
        <Button variant="primary" block onClick={() => setStepUpOpen(true)}>
          {t('web.admin.proveYourself')}
        </Button>
      )}
      {needsStepUp && isStepUpOpen && (
        <StepUpDialog
          onDone={async (otp) => client.setQueryData(KEY, await beginFactor(otp))}
          onClose={() => setStepUpOpen(false)}
        />
      )}
      {newFactor.data && (
        <>
          <Secret factor={newFactor.data} />
          <CodeForm
            digitsOnly
            label={t('web.admin.firstCode')}
            button={t('web.admin.setFactor')}
            onCode={async (code) => setCodes(await setFactor(code))}
          />
        </>
      )}
    </>
  );
}

function Secret({ factor: { secret, uri } }: { factor: NewFactor }) {
  const t = useT();
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <div className="adm-secret">
      <img src={picture} width={180} height={180} alt={t('web.admin.qr')} />
      <p className="t2">
        {t('web.admin.byHand')}{' '}
        <code translate="no" className="adm-code">
          {secret.replaceAll(/(.{4})/g, '$1 ')}
        </code>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT();
  const finish = useMutation({ mutationFn: refreshAdmin });
  return (
    <>
      <h1>{t('web.admin.recovery')}</h1>
      <Note tone="warn">{t('web.admin.recoveryLead')}</Note>
      <ul className="adm-codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="primary" block busy={finish.isPending} onClick={() => finish.mutate()}>
        {t('web.admin.kept')}
      </Button>
    </>
  );
}
