import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { getAccountLabel } from '../labels.ts';

interface Preview {
  lines: { account: string; amountPaise: number }[];
  needsApproval: boolean;
}
type Props = {
  preview: UseQueryResult<Preview>;
  /** Shown when the decision posts nothing yet. */
  emptyText?: ReactNode;
};

/** What a decision would post, according to the server's dry run. */
export function PostingPreview({ preview, emptyText }: Props) {
  const t = useT();
  if (preview.error) return <Note tone="bad">{preview.error.message}</Note>;
  return (
    <div className="post" aria-live="polite" aria-busy={preview.isFetching}>
      <h4>{t('web.admin.willBePosted')}</h4>
      {preview.data?.lines.length === 0 && <p className="mut">{emptyText}</p>}
      <table className="dt">
        <tbody>
          {preview.data?.lines.map(({ account, amountPaise }, index) => (
            <tr key={index}>
              <td>{getAccountLabel(account)}</td>
              <td className="n tab-num">
                {formatRupees(Math.abs(amountPaise), { paise: true, sign: false })}{' '}
                {t(amountPaise > 0 ? 'web.admin.dr' : 'web.admin.cr')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.data?.needsApproval && <Note tone="warn">{t('admin.dispute_waits')}</Note>}
    </div>
  );
}
