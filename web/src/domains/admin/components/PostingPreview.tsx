import type { UseQueryResult } from '@tanstack/react-query';
import type { SettlementPreview } from '@fws/contract/admin/disputes/model';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { accountName } from '../words.ts';

/** What a decision would post, as the server tried it out. */
export function PostingPreview({ preview }: { preview: UseQueryResult<SettlementPreview> }) {
  const t = useT();
  if (preview.error) return <Note tone="bad">{preview.error.message}</Note>;
  return (
    <div className="post" aria-live="polite" aria-busy={preview.isFetching}>
      <h4>{t('web.admin.willBePosted')}</h4>
      <table className="dt">
        <tbody>
          {preview.data?.lines.map(({ account, amountPaise }, index) => (
            <tr key={index}>
              <td>{accountName(account)}</td>
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
