import './css/moneybar.css';
import { formatRupees, useT } from '../platform/i18n/index.ts';

const kinds = {
  bank: 'bank',
  released: 'rel',
  held: 'held',
  stop: 'stop',
  none: 'none',
  refund: 'refund',
} as const;
export type MoneyBarPart = { kind: keyof typeof kinds; amountPaise: number };

/** Where the total amount of a job is now. Parts with a zero amount are omitted. */
export function MoneyBar({ parts }: { parts: readonly MoneyBarPart[] }) {
  const t = useT();
  const shown = parts.filter((part) => part.amountPaise > 0);
  return (
    <>
      <div className="mbar" aria-hidden="true">
        {shown.map(({ kind, amountPaise }) => (
          <i key={kind} className={`b-${kinds[kind]}`} style={{ flex: amountPaise }} />
        ))}
      </div>
      <dl className="mkey">
        {shown.map(({ kind, amountPaise }) => (
          <div key={kind}>
            <dt>
              <i className={`k-${kinds[kind]}`} />
              {t(`ui.bar.${kind}`)}
            </dt>
            <dd translate="no">{formatRupees(amountPaise)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
