import type { Invoice } from '@fws/contract/payouts/schemas';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Icon, LoadMore, type PagedList } from '../../../ui/index.ts';

type Props = {
  invoices: readonly Invoice[];
  list: PagedList;
};

/** The worker's invoices, each with its PDF. */
export function Invoices({ invoices, list }: Props) {
  const t = useT();
  return (
    <section className="sheet pay-invoices" aria-labelledby="invoices-title">
      <h2 id="invoices-title">{t('web.payouts.invoices')}</h2>
      {invoices.length === 0 && <p className="t2 mut">{t('web.payouts.noInvoices')}</p>}
      <ul className="pay-list">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const { kind, jobTitle, milestoneName, serial, createdAt, amountPaise, pdfUrl } = invoice;
  return (
    <li>
      <div>
        <b>{t('payouts.line_title', { job: jobTitle, milestone: milestoneName })}</b>
        <small>
          {kind === 'fee' && `${t('payouts.fee_invoice_title')} · `}
          {serial} · {formatDate(t, createdAt)}
        </small>
      </div>
      <span className="money" translate="no">
        {formatRupees(amountPaise)}
      </span>
      <a className="icbtn" href={pdfUrl} download aria-label={t('web.payouts.download', { serial })}>
        <Icon name="download" />
      </a>
    </li>
  );
}
