import { useState } from 'react';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import {
  formatAmountInWords,
  formatDate,
  formatRupees,
  formatTime,
  useLocale,
  useT,
  type Translate,
} from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, Dialog, Lines, Note, Path } from '../../../ui/index.ts';
import { useMoveFund } from '../api.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { CompletionText } from './Completions.tsx';
import { TwoLineTitle } from './TwoLineTitle.tsx';

type Props = { contract: Contract; milestone: Milestone; onClose: () => void };

/** Shown before held money goes to the worker: the work beside the amount, and what else can be done. */
export function ReleaseDialog({ contract, milestone, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const [isAskingForChange, setAskingForChange] = useState(false);
  const { release, busy, error } = useRelease(contract, milestone, onClose);
  if (isAskingForChange) return <ChangeDialog contract={contract} milestone={milestone} onClose={onClose} />;

  const { name } = contract.worker;
  const amount = formatRupees(milestone.amountPaise);
  const [newest] = milestone.completions;
  const isTold = newest !== undefined && (newest.note !== '' || newest.photos.length > 0);
  const footer = (
    <>
      <ButtonLink to={`${paths.disputes()}?raise=${contract.jobId}`}>
        {t('web.contracts.raiseIssue')}
      </ButtonLink>
      {milestone.askChange?.allowed && (
        <Button onClick={() => setAskingForChange(true)}>{t('web.contracts.change')}</Button>
      )}
      <Button
        variant="accent"
        disabled={!online}
        busy={busy}
        busyText={t('web.contracts.releasing')}
        onClick={() => void release()}
      >
        {online ? t('web.contracts.release', { amount }) : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={
        <TwoLineTitle
          title={t('web.contracts.confirm.release', { amount, name })}
          detail={describeTimes(t, milestone)}
        />
      }
      onClose={onClose}
      footer={footer}
      persistent
    >
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      )}
      <div className={isTold ? 'con-rel is-told' : 'con-rel'}>
        {isTold && <CompletionText completion={newest} workerName={name} />}
        <ReleaseMoney contract={contract} milestone={milestone} />
      </div>
      <ChangesLeft milestone={milestone} />
    </Dialog>
  );
}

/** How often the poster may still ask for changes, or why not. */
function ChangesLeft({ milestone: { askChange, changesLeft } }: Pick<Props, 'milestone'>) {
  const t = useT();
  if (askChange === null) return null;
  return (
    <p className="t2 mut con-words">
      {askChange.allowed
        ? t('web.contracts.changesLeft.poster', { count: changesLeft })
        : t(askChange.reason)}
    </p>
  );
}

/** How much, from where, to whom, and what follows. */
function ReleaseMoney({ contract, milestone }: Omit<Props, 'onClose'>) {
  const t = useT();
  const locale = useLocale();
  const title = milestone.name;
  return (
    <div>
      <p className="t2 mut">{t('web.contracts.confirm.which', { number: milestone.position, title })}</p>
      <p className="con-total money" translate="no">
        {formatRupees(milestone.amountPaise)}
      </p>
      <p className="t2 mut con-words">{formatAmountInWords(milestone.amountPaise, locale)}</p>
      <Path at="held" />
      <Lines
        items={[
          {
            label: t('web.contracts.confirm.from'),
            value: t('web.contracts.confirm.heldFor', { number: contract.jobNumber }),
          },
          {
            label: t('ui.to'),
            value: t('web.contracts.confirm.toPassbook', { name: contract.worker.name }),
          },
          {
            label: t('web.contracts.confirm.then'),
            value: t(
              milestone.fund === 'accepted'
                ? 'web.contracts.confirm.final'
                : 'web.contracts.confirm.acceptedAndFinal',
            ),
          },
        ]}
      />
    </div>
  );
}

/** When payment was asked for, and when the money is released without an answer. */
function describeTimes(t: Translate, { work, fund, changedAt, releasesAt }: Milestone): string {
  const asked =
    work === 'payment_requested' && fund === 'funded'
      ? t('web.contracts.confirm.askedAt', { date: formatDate(t, changedAt), time: formatTime(t, changedAt) })
      : '';
  const byItself =
    releasesAt === null
      ? ''
      : t('web.contracts.confirm.byItself', {
          date: formatDate(t, releasesAt),
          time: formatTime(t, releasesAt),
        });
  return [asked, byItself].filter((sentence) => sentence !== '').join(' ');
}

function useRelease({ jobId, worker }: Contract, milestone: Milestone, onDone: () => void) {
  const t = useT();
  const move = useMoveFund();
  const { key } = useIdempotencyKey();
  const { id: milestoneId, amountPaise } = milestone;
  async function release(): Promise<void> {
    try {
      await move.mutateAsync({
        jobId,
        milestoneId,
        step: 'released',
        amountPaise,
        acceptsWork: true,
        idempotencyKey: key(),
      });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    // Show the toast even if the released milestone has already removed this dialog.
    toast.success(t('contracts.released', { amount: formatRupees(amountPaise), worker: worker.name }));
    onDone();
  }
  return { release, busy: move.isPending, error: move.error };
}
