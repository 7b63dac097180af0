import type { SettingKey } from '@fws/contract/admin/settings/model';
import { formatRupees, translate } from '../../../platform/i18n/index.ts';
import { formatNumber } from '../shared/format.ts';

/** A setting's value as users read it. */
export function formatSetting(key: SettingKey, value: number): string {
  switch (key) {
    case 'second_approver_above_paise':
      return formatRupees(value);
    case 'payout_account_wait_hours':
      return translate('web.backoffice.hours', { count: value });
    case 'identity_review_first':
      return translate(value === 1 ? 'web.backoffice.settings.first' : 'web.backoffice.settings.after');
  }
}

/** "0.25%" */
export const formatPercent = (bps: number): string => `${formatNumber(bps / 100)}%`;
