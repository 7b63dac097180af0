import { useState } from 'react';
import type { Contract } from '@fws/contract/contracts/schemas';
import type { Visit } from '@fws/contract/visits/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import { formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Columns, Rule, Sheet, Tick } from '../../../ui/index.ts';
import { getDevicePosition, PlaceDialog } from '../../places/index.ts';
import { useEndVisit } from '../api.ts';
import { hasOutcome } from '../claims/outcome.ts';
import { VisitClaim } from '../claims/VisitClaim.tsx';
import { isStartable, takesSteps } from '../states.ts';
import type { Progress, TakenStep } from '../steps/progress.ts';
import { useProgress, useTakeStep } from '../steps/useSteps.ts';
import { formatVisitTime } from '../wording.ts';
import { HeldSheet } from './HeldSheet.tsx';
import { StartStep } from './StartStep.tsx';
import { VisitStep, VisitSteps } from './Steps.tsx';
import { VisitOver } from './VisitOver.tsx';

type Props = { visit: Visit; contract: Contract };

/** When and where the worker comes, and the steps until the work starts. */
export function WorkerDoor({ visit, contract }: Props) {
  const t = useT();
  const now = useNow();
  const progress = useProgress(visit);
  return (
    <Columns
      aside={
        <>
          {takesSteps(visit.state) && <VisitClaim visit={visit} contract={contract} />}
          <HeldSheet contract={contract} />
        </>
      }
    >
      {!isStartable(visit.state) && !hasOutcome(visit) && <VisitOver visit={visit} />}
      {!takesSteps(visit.state) && <VisitClaim visit={visit} contract={contract} />}
      <Sheet title={formatVisitTime(t, visit, now)}>
        <Place contract={contract} />
        <Rule />
        <VisitSteps>
          <LeaveStep visit={visit} contract={contract} left={progress.left} arrived={progress.arrived} />
          <ArriveStep visit={visit} contract={contract} progress={progress} />
          <StartStep visit={visit} contract={contract} progress={progress} />
        </VisitSteps>
        {visit.state === 'started' && <EndButton visit={visit} />}
      </Sheet>
    </Columns>
  );
}

function Place({ contract: { location, latitude, longitude } }: { contract: Contract }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const at = latitude === null || longitude === null ? null : { latitude, longitude };
  return (
    <div className="vis-place">
      <p>{location}</p>
      <Button variant="quiet" icon="map" onClick={() => setOpen(true)}>
        {t('places.map.open')}
      </Button>
      {open && <PlaceDialog place={{ label: location, at }} onClose={() => setOpen(false)} />}
    </div>
  );
}

const showProblem = (error: unknown): void =>
  toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));

function LeaveStep({
  visit,
  contract,
  left,
  arrived,
}: Props & { left: TakenStep | null; arrived: TakenStep | null }) {
  const t = useT();
  const step = useTakeStep(visit, contract.title);
  const { name } = contract.poster;
  if (left)
    return (
      <VisitStep
        state="done"
        number={1}
        title={t('web.visits.saidWay')}
        text={t(left.waits ? 'web.visits.kept' : 'web.visits.told', { time: formatTime(t, left.at), name })}
      />
    );
  const isOpen = takesSteps(visit.state) && !arrived;
  return (
    <VisitStep
      state={isOpen ? 'now' : 'next'}
      number={1}
      title={t('web.visits.leave')}
      text={isOpen && t('web.visits.leaveText', { name })}
    >
      {isOpen && (
        <Button
          variant="primary"
          icon="arrow"
          block
          busy={step.isPending}
          busyText={t('ui.saving')}
          onClick={() => void step.mutateAsync({ kind: 'leave' }).catch(showProblem)}
        >
          {t('web.visits.onMyWay')}
        </Button>
      )}
    </VisitStep>
  );
}

function ArriveStep({ visit, contract, progress }: Props & { progress: Progress }) {
  const t = useT();
  const now = useNow();
  const step = useTakeStep(visit, contract.title);
  const [withPlace, setWithPlace] = useState(false);
  const [busy, setBusy] = useState(false);
  const { left, arrived } = progress;

  async function arrive(): Promise<void> {
    setBusy(true);
    try {
      const position = withPlace ? await getDevicePosition() : null;
      await step.mutateAsync({ kind: 'arrive', place: typeof position === 'string' ? null : position });
      if (typeof position === 'string') toast.success(translate('web.visits.noPlace'));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const isOpen = takesSteps(visit.state);
  const form = (
    <>
      <Tick checked={withPlace} onChange={({ currentTarget }) => setWithPlace(currentTarget.checked)}>
        {t('web.visits.withPlace')}
      </Tick>
      <Button
        variant={left || arrived ? 'primary' : 'second'}
        icon="here"
        block
        busy={busy}
        busyText={t('ui.saving')}
        onClick={() => void arrive()}
      >
        {t('web.visits.iArrived')}
      </Button>
    </>
  );
  if (arrived) {
    const time = formatTime(t, arrived.at);
    // A worker who came early can claim nothing until an arrival within the agreed time is recorded.
    const isEarly = visit.arrival === 'early' && !arrived.waits && now >= Date.parse(visit.startsAt);
    return (
      <VisitStep
        state="done"
        number={2}
        title={t('web.visits.saidArrived')}
        text={
          arrived.waits || visit.arrival === null
            ? t('web.visits.kept', { time })
            : t(`web.visits.arrival.${visit.arrival}`, { time })
        }
      >
        {isOpen && isEarly && (
          <>
            <p className="t2">{t('web.visits.arriveAgain')}</p>
            {form}
          </>
        )}
      </VisitStep>
    );
  }
  return (
    <VisitStep
      state={isOpen && left ? 'now' : 'next'}
      number={2}
      title={t('web.visits.arrive')}
      text={isOpen && t('web.visits.arriveText')}
    >
      {isOpen && form}
    </VisitStep>
  );
}

function EndButton({ visit }: { visit: Visit }) {
  const t = useT();
  const online = useOnline();
  const end = useEndVisit(visit.milestoneId);
  return (
    <div className="vis-end">
      <p className="t2 mut">{t('web.visits.endText')}</p>
      <Button
        disabled={!online}
        busy={end.isPending}
        busyText={t('ui.saving')}
        onClick={() => void end.mutateAsync().catch(showProblem)}
      >
        {online ? t('web.visits.end') : t('ui.needsInternet')}
      </Button>
    </div>
  );
}
