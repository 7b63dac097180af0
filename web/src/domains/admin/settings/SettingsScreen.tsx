import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import type { DatedState } from '@fws/contract/admin/settings/model';
import type { AdminSettings, SettingHistory } from '@fws/contract/admin/settings/schemas';
import { hasPermission } from '@fws/contract/platform/permissions';
import { useState, type ReactNode } from 'react';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Badge, Button, Screen, Sheet } from '../../../ui/index.ts';
import { statusQuery } from '../login/api.ts';
import { formatMoment } from '../shared/format.ts';
import { Scroll } from '../shared/Scroll.tsx';
import { settingsQuery } from './api.ts';
import { FeesDialog } from './FeesDialog.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { formatPercent, formatSetting } from './labels.ts';

/** Settings that may change at run time: current, future and past values. */
export function SettingsScreen() {
  const t = useT();
  const query = useQuery(settingsQuery());
  const role = useQuery(statusQuery()).data?.role ?? 'support';
  const canEdit = hasPermission(role, 'settings.edit');
  return (
    <Screen title={t('web.backoffice.settings.title')} lead={t('web.backoffice.settings.lead')} data={query}>
      {() =>
        query.data && (
          <div className="stack">
            <Fees fees={query.data.fees} canEdit={canEdit} />
            {query.data.settings.map((setting) => (
              <Setting key={setting.key} setting={setting} canEdit={canEdit} />
            ))}
          </div>
        )
      }
    </Screen>
  );
}

function Fees({ fees, canEdit }: { fees: AdminSettings['fees']; canEdit: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      title={t('web.backoffice.settings.fees')}
      action={
        canEdit && (
          <Button small icon="edit" onClick={() => setOpen(true)}>
            {t('web.backoffice.settings.change')}
          </Button>
        )
      }
    >
      <p className="t2 mut adm-lead">{t('web.backoffice.settings.feesLead')}</p>
      {fees.length === 0 && <p className="t2">{t('web.backoffice.settings.noFees')}</p>}
      {fees.length > 0 && (
        <History
          headers={[
            t('web.backoffice.settings.platformFee'),
            t('web.backoffice.settings.gst'),
            t('web.backoffice.settings.tds'),
            t('web.backoffice.settings.welfare'),
          ]}
          rows={fees.map((row) => ({
            ...row,
            from: formatDate(t, row.effectiveOn),
            values: [
              formatPercent(row.platformFeeBps),
              formatPercent(row.gstBps),
              formatPercent(row.tdsBps),
              row.welfareCapPaise === null
                ? formatPercent(row.welfareBps)
                : t('web.backoffice.settings.upTo', {
                    share: formatPercent(row.welfareBps),
                    amount: formatRupees(row.welfareCapPaise),
                  }),
            ],
          }))}
        />
      )}
      {open && <FeesDialog onClose={() => setOpen(false)} />}
    </Sheet>
  );
}

function Setting({ setting, canEdit }: { setting: SettingHistory; canEdit: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { key, value, defaultValue, changes } = setting;
  return (
    <Sheet
      title={t(`web.backoffice.settings.key.${key}`)}
      action={
        canEdit && (
          <Button
            small
            icon="edit"
            aria-label={t('web.backoffice.settings.changeOf', {
              name: t(`web.backoffice.settings.key.${key}`),
            })}
            onClick={() => setOpen(true)}
          >
            {t('web.backoffice.settings.change')}
          </Button>
        )
      }
    >
      <p className="of-value">
        <b>{formatSetting(key, value)}</b>{' '}
        {value !== defaultValue && (
          <span className="t2 mut">
            {t('web.backoffice.settings.default', { value: formatSetting(key, defaultValue) })}
          </span>
        )}
      </p>
      <p className="t2 mut">{t(`web.backoffice.settings.about.${key}`)}</p>
      {changes.length > 0 && (
        <History
          headers={[t('web.backoffice.settings.value')]}
          rows={changes.map((row) => ({
            ...row,
            from: formatMoment(row.effectiveAt),
            values: [formatSetting(key, row.value)],
          }))}
        />
      )}
      {open && <SettingDialog setting={setting} onClose={() => setOpen(false)} />}
    </Sheet>
  );
}

interface Row {
  id: number;
  state: DatedState;
  from: string;
  values: string[];
  by: string;
  setAt: string;
  reason: string;
}
const tones = { coming: 'held', current: 'released', past: 'none' } as const;

function History({ headers, rows }: { headers: string[]; rows: Row[] }): ReactNode {
  const t = useT();
  return (
    <Scroll bare label={t('web.backoffice.settings.state')}>
      <table className="dt">
        <thead>
          <tr>
            <th>{t('web.backoffice.settings.from')}</th>
            <th>{t('web.backoffice.settings.state')}</th>
            {headers.map((header) => (
              <th key={header} className="n">
                {header}
              </th>
            ))}
            <th>{t('web.backoffice.settings.set')}</th>
            <th>{t('web.admin.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="tab-num">{row.from}</td>
              <td>
                <Badge tone={tones[row.state]}>{t(`web.backoffice.settings.state.${row.state}`)}</Badge>
              </td>
              {row.values.map((value, index) => (
                <td key={index} className="n tab-num">
                  {value}
                </td>
              ))}
              <td>
                {row.by || t('web.admin.commandLine')}
                <br />
                <small className="mut tab-num">{formatMoment(row.setAt)}</small>
              </td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
