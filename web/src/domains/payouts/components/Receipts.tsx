import type { ReceiptKind } from '@fws/contract/contracts/model';
import type { Receipt } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { ButtonLink, Empty, Icon, LoadMore, type PagedList } from '../../../ui/index.ts';

type Props = { receipts: readonly Receipt[]; list: PagedList };

const kindNames: Record<ReceiptKind, MessageId> = {
  paid: 'web.payouts.receipt.paid',
  released: 'web.payouts.receipt.released',
  refunded: 'web.payouts.receipt.refunded',
  settled: 'web.payouts.receipt.settled',
};

/** What happened to the money that a poster paid, each with its PDF. */
export function Receipts({ receipts, list }: Props) {
  const t = useT();
  return (
    <section className="sheet pay-receipts" aria-labelledby="receipts-title">
      <h2 id="receipts-title">{t('web.payouts.receipts')}</h2>
      {receipts.length === 0 && (
        <Empty
          title={t('web.payouts.noReceipts')}
          action={
            <ButtonLink to={`${paths.postedJobs()}?tab=awarded`} variant="primary">
              {t('web.payouts.toAwarded')}
            </ButtonLink>
          }
        >
          {t('web.payouts.noReceiptsWhy')}
        </Empty>
      )}
      <ul className="pay-list">
        {receipts.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const { kind, number, at, jobId, jobTitle, milestoneName, amountPaise, chargePaise, pdfUrl } = receipt;
  const about =
    milestoneName === '' ? jobTitle : t('payouts.line_title', { job: jobTitle, milestone: milestoneName });
  return (
    <li>
      <Link to={paths.awardedJob(jobId)}>
        <b>{t(kindNames[kind], { worker: receipt.workerName })}</b>
        <small>{about}</small>
        <small>
          {number} · {formatDate(t, at)}
          {chargePaise > 0 && ` · ${t('web.payouts.receipt.charge', { amount: formatRupees(chargePaise) })}`}
        </small>
      </Link>
      <span className="money" translate="no">
        {formatRupees(kind === 'refunded' ? receipt.refundedPaise : amountPaise)}
      </span>
      <a className="icbtn" href={pdfUrl} download aria-label={t('web.payouts.downloadReceipt', { number })}>
        <Icon name="download" />
      </a>
    </li>
  );
}
