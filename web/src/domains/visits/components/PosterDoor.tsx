import { encode } from 'uqr';
import type { Contract } from '@fws/contract/contracts/schemas';
import type { Visit } from '@fws/contract/visits/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, Columns, Icon, Note, Sheet, type IconName } from '../../../ui/index.ts';
import { useDoor } from '../door/useDoor.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { hasOutcome } from '../claims/outcome.ts';
import { VisitClaim } from '../claims/VisitClaim.tsx';
import { isStartable, takesSteps } from '../states.ts';
import { useProgress, useTakeStep } from '../steps/useSteps.ts';
import { formatVisitTime } from '../wording.ts';
import { HeldSheet } from './HeldSheet.tsx';
import { VisitStep, VisitSteps } from './Steps.tsx';
import { VisitOver } from './VisitOver.tsx';

type Props = { visit: Visit; contract: Contract };

/** What the poster shows at the door, and what happened so far. */
export function PosterDoor({ visit, contract }: Props) {
  const { start } = useProgress(visit);
  const step = useTakeStep(visit, contract.title);
  // What is being sent is no news yet.
  const isKept = start.kind === 'here' && !step.isPending;
  const isPaid = contract.milestones.find(({ id }) => id === visit.milestoneId)?.fund !== 'unfunded';
  return (
    <Columns
      aside={
        <>
          {takesSteps(visit.state) && <VisitClaim visit={visit} contract={contract} />}
          <PosterSteps visit={visit} startedAt={'at' in start ? start.at : null} />
          <HeldSheet contract={contract} />
        </>
      }
    >
      {!isStartable(visit.state) && !hasOutcome(visit) && <VisitOver visit={visit} />}
      {!takesSteps(visit.state) && <VisitClaim visit={visit} contract={contract} />}
      {isStartable(visit.state) && !isPaid && <PayFirst visit={visit} contract={contract} />}
      {isStartable(visit.state) && isPaid && isKept && (
        <Note tone="good">{translate('web.visits.waitsToBeSent')}</Note>
      )}
      {isStartable(visit.state) && isPaid && !isKept && (
        <>
          <Code visit={visit} contract={contract} step={step} />
          <CodeRules name={contract.worker.name} />
        </>
      )}
    </Columns>
  );
}

function PayFirst({ visit, contract }: Props) {
  const t = useT();
  return (
    <Note
      tone="warn"
      action={
        <ButtonLink to={`${paths.awardedJob(contract.jobId)}?step=${visit.milestoneId}`}>
          {t('web.visits.pay')}
        </ButtonLink>
      }
    >
      {t('web.visits.payFirst', { name: contract.worker.name })}
    </Note>
  );
}

function Code({ visit, contract, step }: Props & { step: ReturnType<typeof useTakeStep> }) {
  const t = useT();
  const { digits, scan } = useDoor(visit);
  const { name } = contract.worker;

  async function start(): Promise<void> {
    try {
      const sent = await step.mutateAsync({ kind: 'start' });
      if (sent === 'done') toast.success(translate('visits.started'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Sheet>
      <div className="vis-door">
        <Qr scan={scan} label={t('web.visits.qr', { name })} />
        <h2>{t('web.visits.show', { name })}</h2>
        <p className="t2 mut">{t('web.visits.showText', { name })}</p>
        {scan === null && <Note tone="warn">{t('web.visits.noQr')}</Note>}
        {digits !== undefined && (
          <>
            <p className="vis-or">{t('web.visits.orSay')}</p>
            <p className="vis-digits" translate="no">
              <span className="vh">{t('web.visits.digits', { digits: Array.from(digits).join(' ') })}</span>
              {Array.from(digits, (digit, index) => (
                <span key={index} className="vis-digit" aria-hidden="true">
                  {digit}
                </span>
              ))}
            </p>
          </>
        )}
        {/* A claim of the worker is answered, or ended with the code. */}
        {visit.claim?.by !== 'worker' && (
          <div className="vis-tap">
            <Button busy={step.isPending} busyText={t('ui.saving')} onClick={() => void start()}>
              {t('web.visits.startWithout')}
            </Button>
            <p className="t2 mut">{t('web.visits.startWithoutText', { name })}</p>
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** White in both themes, or it cannot be read. */
function Qr({ scan, label }: { scan: string | null | undefined; label: string }) {
  if (scan === null) return null;
  if (scan === undefined) return <div className="vis-qr" />;
  const { data, size } = encode(scan, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className="vis-qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path fill="currentColor" d={squares.join('')} />
      </svg>
    </div>
  );
}

function CodeRules({ name }: { name: string }) {
  const t = useT();
  const rules: { icon: IconName; head: string; text: string }[] = [
    { icon: 'check', head: t('web.visits.rule.starts'), text: t('web.visits.rule.startsText', { name }) },
    { icon: 'rupee', head: t('web.visits.rule.pays'), text: t('web.visits.rule.paysText') },
    { icon: 'wifi', head: t('web.visits.rule.offline'), text: t('web.visits.rule.offlineText') },
    { icon: 'lock', head: t('web.visits.rule.only'), text: t('web.visits.rule.onlyText') },
  ];
  return (
    <Sheet>
      <ul className="vis-rules">
        {rules.map(({ icon, head, text }) => (
          <li key={head}>
            <Icon name={icon} />
            <span>
              <b>{head}</b> {text}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function PosterSteps({ visit, startedAt }: { visit: Visit; startedAt: string | null }) {
  const t = useT();
  const now = useNow();
  const { onTheWayAt, arrivedAt, arrival } = visit;
  const isOpen = isStartable(visit.state);
  const describe = (at: string | null) => (at === null ? t('web.visits.notYet') : formatTime(t, at));
  return (
    <Sheet title={t('web.visits.thisVisit')}>
      <p className="t2 mut">{formatVisitTime(t, visit, now)}</p>
      <VisitSteps>
        <VisitStep
          state={onTheWayAt === null ? 'next' : 'done'}
          number={1}
          title={t('web.visits.step.way')}
          text={describe(onTheWayAt)}
        />
        <VisitStep
          state={arrivedAt === null ? 'next' : 'done'}
          number={2}
          title={t('web.visits.step.door')}
          text={
            arrivedAt !== null && arrival !== null
              ? t(`web.visits.arrival.${arrival}`, { time: formatTime(t, arrivedAt) })
              : describe(arrivedAt)
          }
        />
        <VisitStep
          state={startedAt !== null ? 'done' : arrivedAt !== null && isOpen ? 'now' : 'next'}
          number={3}
          title={t('web.visits.step.start')}
          text={startedAt === null ? t('web.visits.step.startText') : formatTime(t, startedAt)}
        />
      </VisitSteps>
    </Sheet>
  );
}
