import type { QuoteRow } from '@fws/contract/quotes/model';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { Stone } from '../../../ui/index.ts';

type Props = { parts: readonly QuoteRow[]; totalPaise: number };

/** The parts of the payment in order, one stone each. */
export function PartsSplit({ parts, totalPaise }: Props) {
  const t = useT();
  return (
    <ol className="quote-parts">
      {parts.map((part, index) => (
        <li key={index}>
          <Stone state="none" number={index + 1} small />
          <span>
            <b>{Math.round((part.amountPaise / totalPaise) * 100)}%</b>
            <small>
              <MaskedWords text={part.name} />
            </small>
          </span>
          <span className="money" translate="no">
            {formatRupees(part.amountPaise)}
          </span>
        </li>
      ))}
      <li className="quote-total">
        <span>{t('web.quotes.total')}</span>
        <span className="money" translate="no">
          {formatRupees(totalPaise)}
        </span>
      </li>
    </ol>
  );
}
