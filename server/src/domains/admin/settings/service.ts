import { SETTING_KEYS, type SettingKey } from '@fws/contract/admin/settings/model';
import type { AdminSettings } from '@fws/contract/admin/settings/schemas';
import { getEndOfIstDay, toIstDate } from '@fws/contract/platform/dates';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getSettingDefaults, loadSettings } from '../../../platform/settings.ts';
import { setRates, type FeeRates } from '../../ledger/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { toDatedStates } from './rules.ts';
import { listFeeRates, insertSetting, listSettingChanges } from './store.ts';

const DAY_MS = 24 * 3600_000;

export async function readSettings({ db, config, ports }: Deps): Promise<Outcome<AdminSettings>> {
  const now = ports.clock.now();
  const [values, changes, fees] = await Promise.all([
    loadSettings(db, config, now),
    listSettingChanges(db),
    listFeeRates(db),
  ]);
  const defaults = getSettingDefaults(config);
  const feeStates = toDatedStates(
    fees.map((row) => ({ id: row.id, at: row.effective_on })),
    toIstDate(now),
  );
  return done({
    settings: SETTING_KEYS.map((key) => {
      const rows = changes.filter((row) => row.key === key);
      const states = toDatedStates(
        rows.map((row) => ({ id: row.id, at: row.effective_at.toISOString() })),
        now.toISOString(),
      );
      return {
        key,
        value: values[key],
        defaultValue: defaults[key],
        changes: rows.map((row) => ({
          id: row.id,
          state: states.get(row.id) ?? 'past',
          value: row.value,
          effectiveAt: row.effective_at.toISOString(),
          by: row.by,
          setAt: row.set_at.toISOString(),
          reason: row.reason,
        })),
      };
    }),
    fees: fees.map((row) => ({
      id: row.id,
      state: feeStates.get(row.id) ?? 'past',
      effectiveOn: row.effective_on,
      platformFeeBps: row.platform_fee_bps,
      gstBps: row.gst_bps,
      tdsBps: row.tds_bps,
      welfareBps: row.welfare_bps,
      welfareCapPaise: row.welfare_cap_paise,
      by: row.by ?? '',
      setAt: row.set_at.toISOString(),
      reason: row.reason,
    })),
  });
}

export async function changeSetting(
  deps: Deps,
  adminId: number,
  { key, value, from, reason }: { key: SettingKey; value: number; from: string; reason: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  if (from !== '' && from <= toIstDate(now)) return refuseField('from', 'backoffice.day_past');
  // Takes effect at the first moment of that day in India.
  const effectiveAt = from === '' ? now : new Date(getEndOfIstDay(from).getTime() + 1 - DAY_MS);
  return inTx(deps.db, async (tx) => {
    const previousValue = (await loadSettings(tx, deps.config, now))[key];
    await insertSetting(tx, { key, value, effectiveAt, setBy: adminId, now, reason });
    const details = { from: previousValue, to: value, effectiveAt: effectiveAt.toISOString() };
    const entry = { adminId, act: 'setting_changed', subject: 'setting', subjectId: key, reason, details };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });
}

export async function changeFees(
  deps: Deps,
  adminId: number,
  fees: Omit<FeeRates, 'id'> & { reason: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  if (fees.effectiveOn <= toIstDate(now)) return refuseField('effectiveOn', 'backoffice.day_past');
  return inTx(deps.db, async (tx) => {
    await setRates(tx, { ...fees, setBy: adminId, now });
    const { reason, ...details } = fees;
    const entry = {
      adminId,
      act: 'fees_changed',
      subject: 'fees',
      subjectId: fees.effectiveOn,
      reason,
      details,
    };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });
}
