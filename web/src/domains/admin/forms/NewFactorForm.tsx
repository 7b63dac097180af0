import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import type { NewFactor } from '@fws/contract/admin/model';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, LoadError, Note, Skeleton } from '../../../ui/index.ts';
import { StepUpDialog } from '../../identity/index.ts';
import { beginFactor, refreshAdmin, setFactor } from '../api.ts';
import { CodeForm } from './CodeForm.tsx';

const KEY = ['new-factor'];

/** Shows a secret for the app, takes its first code, then shows the recovery codes once. */
export function NewFactorForm({ isLost }: { isLost: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const [asking, setAsking] = useState(true);
  const begun = useQuery({
    queryKey: KEY,
    queryFn: () => beginFactor(''),
    // Each opening gets one secret; do not fetch another while the form is open.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const isAsked = begun.error instanceof CallError && begun.error.stepUp === 'otp';
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <>
      <h1>{t('web.admin.newFactor')}</h1>
      {isLost && <Note tone="warn">{t('web.admin.renewFactor')}</Note>}
      <p className="t2 mut adm-lead">{t('web.admin.newFactorLead')}</p>
      {begun.isPending && <Skeleton />}
      {begun.error && !isAsked && <LoadError error={begun.error} onRetry={begun.refetch} />}
      {isAsked && (
        <Button variant="primary" block onClick={() => setAsking(true)}>
          {t('web.admin.proveYourself')}
        </Button>
      )}
      {isAsked && asking && (
        <StepUpDialog
          onDone={async (otp) => client.setQueryData(KEY, await beginFactor(otp))}
          onClose={() => setAsking(false)}
        />
      )}
      {begun.data && (
        <>
          <Secret factor={begun.data} />
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
        {t('web.admin.byHand')} <code className="adm-code">{secret.replaceAll(/(.{4})/g, '$1 ')}</code>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT();
  const done = useMutation({ mutationFn: refreshAdmin });
  return (
    <>
      <h1>{t('web.admin.recovery')}</h1>
      <Note tone="warn">{t('web.admin.recoveryLead')}</Note>
      <ul className="adm-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="primary" block busy={done.isPending} onClick={() => done.mutate()}>
        {t('web.admin.kept')}
      </Button>
    </>
  );
}
