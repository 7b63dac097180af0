import { useState, type FormEvent } from 'react';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { MILESTONES_MAX, REASON_MAX, TITLE_MAX } from '@fws/contract/platform/limits';
import { toIstDate } from '@fws/contract/platform/dates';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import {
  Button,
  Columns,
  DateInput,
  DraftNote,
  Field,
  FieldGroup,
  IconButton,
  Note,
  RupeeInput,
  Sheet,
  SubmitButton,
  TextArea,
  TextInput,
} from '../../../ui/index.ts';
import { addPlanRow, isChangeable, sumPlanPaise, togglePlanRow, type PlanDraftRow } from '../planDraft.ts';
import { usePlanForm } from './usePlanForm.ts';

type Props = {
  contract: Contract;
  /** The change that is answered with another; null for a new one. */
  change: ChangeOrder | null;
  onClose?: () => void;
};

/** The milestones for which nobody has paid, the day and a note, as this side wants them. */
export function PlanChangeForm({ contract, change, onClose }: Props) {
  const t = useT();
  const form = usePlanForm(contract, change);
  const [today] = useState(() => toIstDate(new Date()));
  const { draft, setDraft, errors } = form;
  const other = contract.side === 'worker' ? contract.poster.name : contract.worker.name;
  const paidCount = contract.milestones.filter((milestone) => !isChangeable(milestone)).length;
  const totalPaise = sumPlanPaise(draft, contract);
  const count = paidCount + draft.rows.filter(({ removed }) => !removed).length;

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.send();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Columns
        aside={
          <Sheet title={t('web.contracts.plan.newTotal')}>
            <dl className="plan-sums">
              <div>
                <dt>{t('web.contracts.plan.totalNow')}</dt>
                <dd translate="no">{formatRupees(contract.totalPaise)}</dd>
              </div>
              <div className="plan-sums-all">
                <dt>{t('web.contracts.plan.newTotal')}</dt>
                <dd translate="no">{formatRupees(totalPaise)}</dd>
              </div>
            </dl>
            <p className="t2 mut plan-next">{t('web.contracts.plan.untilAgreed', { name: other })}</p>
            <div className="plan-buttons">
              <SubmitButton block busy={form.isPending} busyText={t('ui.saving')}>
                {t('web.contracts.plan.send', { name: other })}
              </SubmitButton>
              {onClose && <Button onClick={onClose}>{t('ui.cancel')}</Button>}
            </div>
            <DraftNote {...form.keptDraft} />
          </Sheet>
        }
      >
        <Sheet>
          {form.problem !== undefined && (
            <Note tone="bad" role="alert">
              {form.problem}
            </Note>
          )}
          <FieldGroup
            id="plan-rows"
            label={t('web.contracts.plan.unpaid')}
            hint={paidCount > 0 ? t('web.contracts.plan.paidStay', { count: paidCount }) : undefined}
            error={errors['milestoneNames'] ?? errors['milestoneAmountTexts']}
          >
            <div className="plan-rows">
              {draft.rows.map((row) => (
                <RowFields
                  key={row.key}
                  row={row}
                  onChange={(part) =>
                    setDraft({
                      ...draft,
                      rows: draft.rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)),
                    })
                  }
                  onToggle={() => setDraft(togglePlanRow(draft, row.key))}
                />
              ))}
              <Button
                variant="quiet"
                icon="plus"
                disabled={count >= MILESTONES_MAX}
                onClick={() => setDraft(addPlanRow(draft, contract))}
              >
                {t('web.contracts.plan.add')}
              </Button>
            </div>
          </FieldGroup>
          <Field
            id="plan-day"
            label={t('web.contracts.doneBy')}
            hint={
              contract.finishBy !== null && draft.finishBy === ''
                ? t('web.contracts.plan.dayStays', { date: formatDate(t, contract.finishBy) })
                : t('web.contracts.plan.dayHint')
            }
            error={errors['finishBy']}
            optional={contract.finishBy === null}
          >
            <DateInput
              value={draft.finishBy}
              min={today}
              onChange={(finishBy) => setDraft({ ...draft, finishBy })}
            />
          </Field>
          <Field
            id="plan-note"
            label={t('web.contracts.plan.note', { name: other })}
            error={errors['note']}
            optional
          >
            <TextArea
              value={draft.note}
              maxLength={REASON_MAX}
              onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
            />
          </Field>
        </Sheet>
      </Columns>
    </form>
  );
}

type RowProps = {
  row: PlanDraftRow;
  onChange: (part: Partial<Pick<PlanDraftRow, 'name' | 'amount'>>) => void;
  onToggle: () => void;
};

function RowFields({ row, onChange, onToggle }: RowProps) {
  const t = useT();
  const { number, removed } = row;
  if (removed)
    return (
      <div className="plan-gone">
        <s>{t('web.contracts.plan.rowName', { number, name: row.name })}</s>
        <Button variant="quiet" onClick={onToggle}>
          {t('web.contracts.plan.putBack')}
        </Button>
      </div>
    );
  return (
    <div className="plan-edit">
      <TextInput
        aria-label={t('web.contracts.plan.name', { number })}
        placeholder={t('web.contracts.plan.namePlaceholder')}
        autoComplete="off"
        maxLength={TITLE_MAX}
        value={row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <RupeeInput
        aria-label={t('web.contracts.plan.amount', { number })}
        value={row.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <IconButton icon="trash" label={t('web.contracts.plan.remove', { number })} onClick={onToggle} />
    </div>
  );
}
