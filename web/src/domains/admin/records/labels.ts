import type { RecordKind } from '@fws/contract/admin/records/model';
import type { RecordDetail, RecordEvent } from '@fws/contract/admin/records/schemas';
import { translateCode, type MessageId } from '../../../platform/i18n/index.ts';
import type { MoneyState } from '../../../ui/index.ts';

export const listNames: Record<RecordKind, MessageId> = {
  job: 'web.admin.record.job',
  contract: 'web.admin.record.contract',
  order: 'web.admin.record.order',
  withdrawal: 'web.admin.record.withdrawal',
};
export const recordNames: Record<RecordDetail['links'][number]['kind'], MessageId> = {
  job: 'web.admin.one.job',
  contract: 'web.admin.one.contract',
  order: 'web.admin.one.order',
  withdrawal: 'web.admin.one.withdrawal',
  dispute: 'web.admin.one.dispute',
};
export const searchNames: Record<RecordKind, { label: MessageId; hint: MessageId }> = {
  job: { label: 'web.admin.find.job', hint: 'web.admin.findHint.job' },
  contract: { label: 'web.admin.find.contract', hint: 'web.admin.findHint.contract' },
  order: { label: 'web.admin.find.order', hint: 'web.admin.findHint.order' },
  withdrawal: { label: 'web.admin.find.withdrawal', hint: 'web.admin.findHint.withdrawal' },
};
export const actorNames: Record<Exclude<RecordEvent['by'], 'person'>, MessageId> = {
  provider: 'web.admin.by.provider',
  system: 'web.admin.by.system',
};

/** The label of a state, used both for a step and for the current state. */
export const getStepLabel = (subject: string, state: string): string =>
  translateCode(`web.admin.step.${subject}.${state}`);
export const getFactLabel = (name: string): string => translateCode(`web.admin.fact.${name}`);
export const getValueLabel = (value: string): string => translateCode(`web.admin.word.${value}`);

const tones: Partial<Record<string, MoneyState>> = {
  funded: 'held',
  accepted: 'held',
  applied: 'held',
  released: 'released',
  completed: 'released',
  paid: 'released',
  succeeded: 'released',
  held: 'stop',
  failed: 'stop',
  reversed: 'stop',
  unapplied: 'stop',
  lost: 'stop',
};
export const getTone = (state: string): MoneyState => tones[state] ?? 'refund';
