import type { ReactNode } from 'react';
import type { ChangeOrder, ChangeRow, Contract } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Stone, type MoneyState } from '../../../ui/index.ts';
import { getMoneyState } from '../money.ts';

type Props = {
  contract: Contract;
  change: ChangeOrder;
  /** Below a heading of its own. */
  isNested?: boolean;
};

/** The plan now and after the change. Phones show the second alone, which names what was. */
export function PlanComparison({ contract, change, isNested }: Props) {
  const t = useT();
  const Heading = isNested ? 'h3' : 'h2';
  return (
    <div className="plan-two">
      <div className="plan-now">
        <Heading>{t('web.contracts.plan.now')}</Heading>
        <ol>
          {change.rows
            .filter(({ kind }) => kind !== 'added')
            .map((row) => (
              <Row key={row.position} state={findState(contract, row)} row={row} name={row.nameBefore}>
                <span className="money">{formatRupees(row.amountBeforePaise ?? 0)}</span>
              </Row>
            ))}
        </ol>
        <Total paise={change.totalBeforePaise} day={change.finishByBefore} />
      </div>
      <div>
        <Heading>{t('web.contracts.plan.after')}</Heading>
        <ol>
          {change.rows.map((row) => (
            <Row
              key={row.position}
              state={findState(contract, row)}
              row={row}
              name={row.name ?? row.nameBefore}
              text={describeRow(t, row)}
              isMarked={row.kind !== 'kept'}
            >
              <Amounts row={row} />
            </Row>
          ))}
        </ol>
        <Total paise={change.totalPaise} day={change.finishBy} />
      </div>
    </div>
  );
}

type RowProps = {
  state: MoneyState;
  row: ChangeRow;
  name: string | null;
  text?: string;
  isMarked?: boolean;
  children: ReactNode;
};

function Row({ state, row, name, text, isMarked, children }: RowProps) {
  return (
    <li className={isMarked ? 'plan-row is-changed' : 'plan-row'}>
      <Stone state={state} number={row.position} />
      <div>
        <b>{row.kind === 'removed' && isMarked ? <s>{name}</s> : name}</b>
        {text !== undefined && <small>{text}</small>}
      </div>
      <span className="plan-amount" translate="no">
        {children}
      </span>
    </li>
  );
}

function Amounts({ row: { kind, amountPaise, amountBeforePaise } }: { row: ChangeRow }) {
  const t = useT();
  const isOther = kind === 'removed' || (kind === 'changed' && amountPaise !== amountBeforePaise);
  return (
    <>
      {isOther && amountBeforePaise !== null && (
        <s className="plan-was">
          <span className="vh">{t('web.contracts.plan.was')} </span>
          {formatRupees(amountBeforePaise)}
        </s>
      )}
      {amountPaise !== null && <span className="money">{formatRupees(amountPaise)}</span>}
    </>
  );
}

function Total({ paise, day }: { paise: number; day: string | null }) {
  const t = useT();
  return (
    <>
      <p className="plan-total">
        <span>{t('web.contracts.plan.total')}</span>
        <span className="money" translate="no">
          {formatRupees(paise)}
        </span>
      </p>
      {day !== null && (
        <p className="plan-day">
          <span>{t('web.contracts.doneBy')}</span>
          <span>{formatDate(t, day)}</span>
        </p>
      )}
    </>
  );
}

const findState = ({ milestones, side }: Contract, row: ChangeRow): MoneyState => {
  const milestone = milestones.find(({ id }) => id === row.milestoneId);
  return milestone ? getMoneyState(milestone, side) : 'none';
};

/** What the change does to a milestone, in words. */
function describeRow(t: Translate, row: ChangeRow): string {
  if (row.kind === 'added') return t('web.contracts.plan.row.added');
  if (row.kind === 'removed') return t('web.contracts.plan.row.removed');
  if (row.kind === 'kept') return t('web.contracts.plan.row.kept');
  const morePaise = (row.amountPaise ?? 0) - (row.amountBeforePaise ?? 0);
  if (morePaise === 0) return t('web.contracts.plan.row.renamed', { name: row.nameBefore ?? '' });
  return t(morePaise > 0 ? 'web.contracts.plan.row.more' : 'web.contracts.plan.row.less', {
    amount: formatRupees(Math.abs(morePaise)),
  });
}
