import { useState } from 'react';
import { CHANGE_TURNS_MAX, type ChangeAnswer } from '@fws/contract/contracts/change-orders/model';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatDate, formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Columns, Note, Sheet, StickyBar } from '../../../ui/index.ts';
import { useAnswerChange } from '../planApi.ts';
import { PlanComparison } from './PlanComparison.tsx';

type Props = { contract: Contract; change: ChangeOrder; onCounter: () => void };

const DONE = {
  agree: 'contracts.change_agreed',
  refuse: 'contracts.change_refused',
  withdraw: 'contracts.change_withdrawn',
} as const;

/** What a side agrees to, the plan before and after, and the answers. */
export function PlanChangeAnswer({ contract, change, onCounter }: Props) {
  const t = useT();
  const online = useOnline();
  const answer = useAnswerChange();
  const intent = useIdempotencyKey();
  const [sent, setSent] = useState<ChangeAnswer>();
  const isOwn = change.side === contract.side;
  const note = change.turns.at(-1)?.note ?? '';

  async function send(given: Exclude<ChangeAnswer, 'counter'>): Promise<void> {
    setSent(given);
    const values = { changeId: String(change.id), answer: given, version: String(change.version) };
    try {
      await answer.mutateAsync({ values, idempotencyKey: intent.key(values) });
      toast.success(t(DONE[given]));
    } catch {
      // The screen shows why.
    }
  }

  const agree = (
    <Button
      variant="primary"
      disabled={!online || !change.agree.allowed}
      busy={answer.isPending && sent === 'agree'}
      busyText={t('ui.saving')}
      onClick={() => void send('agree')}
    >
      {t(online ? 'web.contracts.plan.agree' : 'ui.needsInternet')}
    </Button>
  );
  const end = (given: 'refuse' | 'withdraw') => (
    <Button
      variant="second"
      disabled={!online}
      busy={answer.isPending && sent === given}
      busyText={t('ui.saving')}
      onClick={() => void send(given)}
    >
      {t(given === 'refuse' ? 'web.contracts.plan.decline' : 'web.contracts.plan.withdraw')}
    </Button>
  );
  const reasons = new Set(
    [change.agree, change.counter].flatMap((ability) => (ability.allowed ? [] : [ability.reason])),
  );
  const counter = (
    <Button variant="second" disabled={!change.counter.allowed} onClick={onCounter}>
      {t('web.contracts.plan.counter')}
    </Button>
  );
  return (
    <>
      {answer.error && (
        <Note tone="bad" role="alert">
          {answer.error.message}
        </Note>
      )}
      <div className="plan-answer">
        <Columns
          aside={
            <Sheet title={t(isOwn ? 'web.contracts.plan.youPropose' : 'web.contracts.plan.youAgree')}>
              <Sums change={change} />
              <p className="t2 mut plan-next">{describeNext(t, contract, change)}</p>
              <p className="t2 mut plan-next">
                {t('web.contracts.plan.lapses', { date: formatDate(t, change.dueAt) })}
                {change.version > 1 &&
                  ` ${t('web.contracts.plan.turn', { turn: change.version, maximum: CHANGE_TURNS_MAX })}`}
              </p>
              {!isOwn &&
                [...reasons].map((reason) => (
                  <p key={reason} className="t2 plan-next">
                    {t(reason)}
                  </p>
                ))}
              {isOwn ? (
                <div className="plan-buttons">{end('withdraw')}</div>
              ) : (
                <>
                  <div className="plan-buttons plan-d">
                    {agree}
                    {counter}
                    {end('refuse')}
                  </div>
                  <div className="plan-buttons plan-m">{counter}</div>
                </>
              )}
            </Sheet>
          }
        >
          <Sheet>
            {note !== '' && (
              <Note icon="chat">
                <q>{note}</q>
              </Note>
            )}
            <PlanComparison contract={contract} change={change} />
          </Sheet>
        </Columns>
      </div>
      {!isOwn && (
        <StickyBar>
          {end('refuse')}
          {agree}
        </StickyBar>
      )}
    </>
  );
}

/** Each difference with its sum. */
function Sums({ change }: { change: ChangeOrder }) {
  const t = useT();
  const kept = change.rows.filter(({ kind }) => kind === 'kept');
  const sign = (paise: number) => (paise < 0 ? '−' : '+') + formatRupees(Math.abs(paise));
  const lines = change.rows
    .filter(({ kind }) => kind !== 'kept')
    .map((row) => ({
      key: row.position,
      label: t(`web.contracts.plan.sum.${row.kind as 'changed' | 'added' | 'removed'}`, {
        name: row.name ?? row.nameBefore ?? '',
      }),
      value: sign((row.amountPaise ?? 0) - (row.amountBeforePaise ?? 0)),
    }));
  return (
    <dl className="plan-sums">
      {kept.length > 0 && (
        <div>
          <dt>{t('web.contracts.plan.sum.kept')}</dt>
          <dd>{formatRupees(kept.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0))}</dd>
        </div>
      )}
      {lines.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {change.finishBy !== change.finishByBefore && change.finishBy !== null && (
        <div>
          <dt>{t('web.contracts.doneBy')}</dt>
          <dd>{formatDate(t, change.finishBy)}</dd>
        </div>
      )}
      <div className="plan-sums-all">
        <dt>{t('web.contracts.plan.newTotal')}</dt>
        <dd translate="no">{formatRupees(change.totalPaise)}</dd>
      </div>
    </dl>
  );
}

/** When the new work may begin, or what is to be paid. */
function describeNext(t: Translate, { side, poster, worker }: Contract, change: ChangeOrder): string {
  const added = change.rows.filter(({ kind }) => kind === 'added' || kind === 'changed');
  if (added.length === 0) return t('web.contracts.plan.nothingMoves');
  const [only] = added.length === 1 ? added : [];
  const values = {
    milestone: only?.name ?? '',
    amount: formatRupees(only?.amountPaise ?? 0),
    name: side === 'worker' ? poster.name : worker.name,
  };
  if (side === 'worker')
    return t(only ? 'web.contracts.plan.startOne' : 'web.contracts.plan.startMany', values);
  return t('web.contracts.plan.fundNext', values);
}
