import './css/moneybar.css';
import './css/passbook.css';
import type { ReactNode } from 'react';
import { formatDate, formatRupees, formatTime, useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';

type CoverProps = {
  number: string;
  holder: string;
  balancePaise: number;
  heldPaise: number;
  /** Released, and not to be withdrawn yet. */
  restingPaise?: number;
  /** When the amounts were read, in ms, if they may have changed since: without a network. */
  asOf?: number | undefined;
  action?: ReactNode;
};

export function PassbookCover(props: CoverProps) {
  const t = useT();
  const { number, holder, balancePaise, heldPaise, restingPaise = 0, asOf, action } = props;
  const held = <CoverSum tone="held" label={t('ui.passbook.heldForYou')} paise={heldPaise} />;
  return (
    <section className="cover on-dark">
      <div className="cv-t">
        <span>{t('ui.passbook.name')}</span>
        <span className="tab-num">{t('ui.passbook.number', { number })}</span>
      </div>
      <div className="cv-m">
        <div>
          <span className="cv-l">{t('ui.passbook.ready')}</span>
          <b className="cv-b money" translate="no">
            {formatRupees(balancePaise, { paise: true })}
          </b>
          {asOf !== undefined && (
            <span className="cv-l">{t('ui.passbook.asOf', { time: formatTime(t, asOf) })}</span>
          )}
        </div>
        {action}
      </div>
      <div className="cv-f">
        <span>{holder}</span>
        {restingPaise === 0 ? (
          held
        ) : (
          <span className="cv-k">
            <CoverSum tone="rest" label={t('ui.passbook.resting')} paise={restingPaise} />
            {held}
          </span>
        )}
      </div>
    </section>
  );
}

function CoverSum({ tone, label, paise }: { tone: 'rest' | 'held'; label: string; paise: number }) {
  return (
    <span className="cv-h">
      <i className={`k-${tone}`} />
      {label}{' '}
      <b className="money" translate="no">
        {formatRupees(paise)}
      </b>
    </span>
  );
}

export type PassbookEntry = {
  id: string;
  /** Omitted for held money, which has not arrived. */
  date?: Date | string;
  title: ReactNode;
  detail?: ReactNode;
  outPaise?: number;
  inPaise?: number;
  balancePaise?: number;
  /** Received, and not to be withdrawn yet. */
  rests?: boolean;
};

type TableProps = {
  entries: readonly PassbookEntry[];
  broughtForward?: { date: Date | string; balancePaise: number };
};

const formatAmount = (paise: number | undefined) =>
  paise === undefined ? null : formatRupees(paise, { paise: true, sign: false });

/** Entries, newest first. Lines without a date are "in pencil": held, not yet in the balance. */
export function PassbookTable({ entries, broughtForward }: TableProps) {
  const t = useT();
  return (
    <table className="pb">
      <caption className="vh">{t('ui.passbook.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ui.passbook.date')}</th>
          <th scope="col">{t('ui.passbook.particulars')}</th>
          <th scope="col" className="n">
            {t('ui.passbook.paidOut')}
          </th>
          <th scope="col" className="n">
            {t('ui.passbook.received')}
          </th>
          <th scope="col" className="n">
            {t('ui.passbook.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
      {broughtForward && (
        <tfoot>
          <tr>
            <td className="d">{formatDate(t, broughtForward.date, { year: false })}</td>
            <td className="p" colSpan={3}>
              {t('ui.passbook.broughtForward')}
            </td>
            <td className="n bal" data-label={t('ui.passbook.bal')}>
              {formatAmount(broughtForward.balancePaise)}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function EntryRow({ entry }: { entry: PassbookEntry }) {
  const t = useT();
  const held = entry.date === undefined;
  return (
    <tr className={cx(held && 'pencil', entry.rests && 'rests') || undefined}>
      <td className="d">
        {entry.date === undefined ? t('ui.bar.held') : formatDate(t, entry.date, { year: false })}
      </td>
      <td className="p">
        <span>{entry.title}</span>
        {entry.detail !== undefined && <small>{entry.detail}</small>}
      </td>
      <td className="n out">{formatAmount(entry.outPaise)}</td>
      <td className={cx('n in', !held && 'cr')}>{formatAmount(entry.inPaise)}</td>
      <td className="n bal" data-label={t('ui.passbook.bal')}>
        {formatAmount(entry.balancePaise) ?? '–'}
      </td>
    </tr>
  );
}
