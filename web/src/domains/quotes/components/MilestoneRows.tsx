import { parseRupees } from '@fws/contract/platform/money';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Button, IconButton, Note, RupeeInput, TextInput } from '../../../ui/index.ts';
import { addRow, canAddRow, calculateRemainingPaise } from '../draft.ts';
import type { RowsDraft } from '../draft.ts';

type Props<Draft> = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The row whose amount cannot be paid at once. */
  wrongRow?: number | undefined;
};

/** By Milestone: the parts, and their sum compared with the bid. */
export function MilestoneRows<Draft extends RowsDraft>({ draft, onChange, wrongRow }: Props<Draft>) {
  const t = useT();
  const { rows } = draft;

  function change(key: number, part: { name?: string; amount?: string }): void {
    onChange({ ...draft, rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  }

  return (
    <div className="quote-rows">
      {rows.map((row, index) => (
        <div key={row.key} className="quote-row">
          <TextInput
            id={`milestone-${row.key}`}
            aria-label={t('web.quotes.milestoneDetails', { number: index + 1 })}
            placeholder={t('web.quotes.milestonePlaceholder')}
            autoComplete="off"
            value={row.name}
            onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
          />
          <RupeeInput
            id={`milestone-amount-${row.key}`}
            aria-label={t('web.quotes.milestoneAmount', { number: index + 1 })}
            aria-invalid={index === wrongRow}
            value={row.amount}
            onChange={(amount) => change(row.key, { amount })}
          />
          <IconButton
            icon="trash"
            label={t('web.quotes.removeMilestone', { number: index + 1 })}
            disabled={rows.length === 1}
            onClick={() => onChange({ ...draft, rows: rows.filter((other) => other.key !== row.key) })}
          />
        </div>
      ))}
      <Button
        variant="quiet"
        icon="plus"
        disabled={!canAddRow(draft)}
        onClick={() => onChange(addRow(draft))}
      >
        {t('web.quotes.addMilestone')}
      </Button>
      <RowsTotal draft={draft} />
    </div>
  );
}

function RowsTotal({ draft }: { draft: RowsDraft }) {
  const t = useT();
  const bidPaise = parseRupees(draft.bid) ?? 0;
  const remaining = calculateRemainingPaise(draft);
  // Nothing is right or wrong before the first amount.
  if (bidPaise === 0 && remaining === 0) return null;
  const total = t('web.quotes.rowsTotal', {
    sum: formatRupees(bidPaise - remaining),
    bid: formatRupees(bidPaise),
  });
  if (remaining === 0)
    return (
      <Note tone="good" role="status">
        {total}
      </Note>
    );
  const amount = formatRupees(Math.abs(remaining));
  return (
    <Note tone="warn" role="status">
      {total} {remaining > 0 ? t('web.quotes.rowsLeft', { amount }) : t('web.quotes.rowsOver', { amount })}
    </Note>
  );
}
