import { lazy, Suspense, type FormEvent } from 'react';
import type { Contract } from '@fws/contract/contracts/schemas';
import { CODE_DIGITS } from '@fws/contract/visits/model';
import type { Visit } from '@fws/contract/visits/schemas';
import { formatTime, useT } from '../../../platform/i18n/index.ts';
import { getReason } from '../../../platform/outbox/index.ts';
import { Badge, Button, Field, Note, OtpInput } from '../../../ui/index.ts';
import type { Progress, Start } from '../steps/progress.ts';
import { useCodeEntry } from '../steps/useCodeEntry.ts';
import { VisitStep } from './Steps.tsx';

const ScanDialog = lazy(() => import('./ScanDialog.tsx'));

type Props = { visit: Visit; contract: Contract; progress: Progress };
type Entry = ReturnType<typeof useCodeEntry>;

/** The last step: with the poster’s code, scanned or typed. */
export function StartStep({ visit, contract, progress }: Props) {
  const t = useT();
  const entry = useCodeEntry(visit, contract);
  // What is being sent is no news yet.
  const start: Start = entry.isSending ? { kind: 'open', refusal: null } : progress.start;
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
  if (start.kind === 'judged' && !entry.retypes)
    return <KeptCode start={start} left={visit.codesLeft - 1} onRetype={entry.retype} />;
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
        entry={entry}
        name={name}
        isNow={progress.arrived !== null}
        isLocked={visit.codesLeft <= 0}
        refusal={start.kind === 'open' && start.refusal ? getReason(t, start.refusal) : undefined}
      />
    </VisitStep>
  );
}

type KeptProps = { start: Extract<Start, { kind: 'judged' }>; left: number; onRetype: () => void };

/** Digits that nobody has judged yet. */
function KeptCode({ start: { at, code }, left, onRetype }: KeptProps) {
  const t = useT();
  const time = formatTime(t, at);
  return (
    <VisitStep
      state="now"
      number={3}
      title={t('web.visits.codeKept')}
      text={t('web.visits.codeKeptText', { time })}
    >
      <p className="vis-kept" translate="no">
        <span className="vh">{code}</span>
        {Array.from(code, (digit, index) => (
          <span key={index} aria-hidden="true">
            {digit}
          </span>
        ))}
      </p>
      <Badge tone="wait" icon="clock">
        {t('web.visits.waiting')}
      </Badge>
      <p className="t2">{t('web.visits.codeKeptThen', { count: Math.max(left, 0) })}</p>
      <Button onClick={onRetype}>{t('web.visits.retype')}</Button>
    </VisitStep>
  );
}

type EntryProps = {
  entry: Entry;
  name: string;
  isNow: boolean;
  isLocked: boolean;
  /** Why the server refused what had waited. */
  refusal: string | undefined;
};

function CodeEntry({ entry, name, isNow, isLocked, refusal }: EntryProps) {
  const t = useT();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Where the digits are missing.
    event.currentTarget.querySelector('input')?.focus();
    void entry.submit();
  }

  return (
    <div className="vis-start">
      <Button
        variant={isNow ? 'primary' : 'second'}
        icon="qr"
        aria-haspopup="dialog"
        onClick={() => entry.setScanning(true)}
      >
        {t('web.visits.scan')}
      </Button>
      {isLocked ? (
        <Note tone="warn">{t('web.visits.locked', { name })}</Note>
      ) : (
        <form noValidate onSubmit={submit}>
          <Field id="door-code" label={t('web.visits.orType')} error={entry.error ?? refusal}>
            <OtpInput
              length={CODE_DIGITS}
              autoComplete="off"
              value={entry.code}
              onChange={entry.changeCode}
              autoSubmit
            />
          </Field>
          <Button type="submit" busy={entry.isSending} busyText={t('ui.saving')}>
            {t('web.visits.startWithCode')}
          </Button>
        </form>
      )}
      <Suspense>
        {entry.isScanning && (
          <ScanDialog name={name} onScan={entry.takeScan} onClose={() => entry.setScanning(false)} />
        )}
      </Suspense>
    </div>
  );
}
