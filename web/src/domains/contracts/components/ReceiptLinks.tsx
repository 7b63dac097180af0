import type { ReceiptKind } from '@fws/contract/contracts/model';
import type { Milestone } from '@fws/contract/contracts/schemas';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';

const names: Record<ReceiptKind, MessageId> = {
  paid: 'web.contracts.receipt.paid',
  released: 'web.contracts.receipt.released',
  refunded: 'web.contracts.receipt.refunded',
  settled: 'web.contracts.receipt.settled',
};

/** What the poster keeps of a paid milestone. */
export function ReceiptLinks({ receipts }: Pick<Milestone, 'receipts'>) {
  const t = useT();
  if (receipts.length === 0) return null;
  return (
    <p className="con-receipts">
      {receipts.map(({ number, kind, pdfUrl }) => (
        <a key={number} href={pdfUrl} target="_blank" rel="noreferrer" title={number}>
          {t(names[kind])}
        </a>
      ))}
    </p>
  );
}
