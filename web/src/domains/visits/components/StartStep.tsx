import { lazy, Suspense, useState, type FormEvent } from 'react';
import type { Contract } from '@fws/contract/contracts/schemas';
import { CODE_DIGITS } from '@fws/contract/visits/model';
import type { Visit } from '@fws/contract/visits/schemas';
import { formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { getReason } from '../../../platform/outbox/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, Field, Note, OtpInput } from '../../../ui/index.ts';
import { judgeScan } from '../door/scan.ts';
import type { Progress } from '../steps/progress.ts';
import { useTakeStep } from '../steps/useSteps.ts';
import { VisitStep } from './Steps.tsx';

const ScanDialog = lazy(() => import('./ScanDialog.tsx'));

type Props = { visit: Visit; contract: Contract; progress: Progress };

/** The last step: with the poster’s code, scanned or typed. */
export function StartStep({ visit, contract, progress }: Props) {
  const t = useT();
  const [retypes, setRetypes] = useState(false);
  const { start } = progress;
  const { name } = contract.poster;
  const title = t('web.visits.start');
  if (start.kind === 'started' || start.kind === 'here')
    return (
      <VisitStep
        state="done"
        number={3}
        title={t('visits.started')}
        text={t(start.kind === 'started' ? 'web.visits.at' : 'web.visits.kept', {
          time: formatTime(t, start.at),
        })}
      />
    );
  if (start.kind === 'over') return <VisitStep state="next" number={3} title={title} text="" />;
  if (start.kind === 'judged' && !retypes)
    return (
      <VisitStep
        state="now"
        number={3}
        title={t('web.visits.codeKept')}
        text={t('web.visits.codeKeptText', { time: formatTime(t, start.at) })}
      >
        <p className="vis-kept" translate="no">
          <span className="vh">{start.code}</span>
          {Array.from(start.code, (digit, index) => (
            <span key={index} aria-hidden="true">
              {digit}
            </span>
          ))}
        </p>
        <Badge tone="wait" icon="clock">
          {t('web.visits.waiting')}
        </Badge>
        <p className="t2">
          {t('web.visits.codeKeptThen', { time: formatTime(t, start.at), count: visit.codesLeft - 1 })}
        </p>
        <Button onClick={() => setRetypes(true)}>{t('web.visits.retype')}</Button>
      </VisitStep>
    );
  const isPaid = contract.milestones.find(({ id }) => id === visit.milestoneId)?.fund !== 'unfunded';
  if (!isPaid)
    return <VisitStep state="next" number={3} title={title} text={t('web.visits.notPaidBy', { name })} />;
  return (
    <VisitStep
      state={progress.arrived ? 'now' : 'next'}
      number={3}
      title={title}
      text={t('web.visits.startText', { name })}
    >
      <CodeEntry
        visit={visit}
        contract={contract}
        refusal={start.kind === 'open' && start.refusal ? getReason(t, start.refusal) : undefined}
        onKept={() => setRetypes(false)}
      />
    </VisitStep>
  );
}

type EntryProps = Omit<Props, 'progress'> & { refusal: string | undefined; onKept: () => void };

function CodeEntry({ visit, contract, refusal, onKept }: EntryProps) {
  const t = useT();
  const step = useTakeStep(visit, contract.title);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  const { name } = contract.poster;

  /** Returns why it was refused. */
  async function start(proof: { code?: string; signed?: string }): Promise<string | undefined> {
    try {
      const sent = await step.mutateAsync({ kind: 'start', ...proof });
      if (sent === 'done') toast.success(translate('visits.started'));
      onKept();
      return undefined;
    } catch (refused) {
      return refused instanceof Error ? refused.message : translate('common.something_wrong');
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (code.length < CODE_DIGITS) return setError(t('web.visits.codeShort'));
    setError(await start({ code }));
  }

  async function takeScan(text: string): Promise<string | undefined> {
    if ((await judgeScan(visit, text)) === 'wrong') return translate('visits.scan_wrong');
    const problem = await start({ signed: text });
    if (problem === undefined) setScanning(false);
    return problem;
  }

  return (
    <div className="vis-start">
      <Button variant="primary" icon="qr" aria-haspopup="dialog" onClick={() => setScanning(true)}>
        {t('web.visits.scan')}
      </Button>
      {visit.codesLeft > 0 ? (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Field id="door-code" label={t('web.visits.orType')} error={error ?? refusal}>
            <OtpInput
              length={CODE_DIGITS}
              autoComplete="off"
              value={code}
              onChange={(digits) => {
                setCode(digits);
                setError(undefined);
              }}
              autoSubmit
            />
          </Field>
          <Button type="submit" busy={step.isPending} busyText={t('ui.saving')}>
            {t('web.visits.startWithCode')}
          </Button>
        </form>
      ) : (
        <Note tone="warn">{t('web.visits.locked', { name })}</Note>
      )}
      <Suspense>
        {isScanning && <ScanDialog name={name} onScan={takeScan} onClose={() => setScanning(false)} />}
      </Suspense>
    </div>
  );
}
