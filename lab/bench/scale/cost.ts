import type { Inputs } from './inputs.ts';
import { DAYS_A_MONTH, type Load } from './load.ts';
import type { Machines } from './machines.ts';
import type { Storage } from './storage.ts';

export interface CostItem {
  name: string;
  group: 'machines' | 'bytes' | 'messages';
  quantity: number;
  unit: string;
  rupees: number;
}

/** A month, without GST. */
export function calculateCost(inputs: Inputs, load: Load, storage: Storage, machines: Machines): CostItem[] {
  const price = { 2: inputs.vm2, 4: inputs.vm4, 8: inputs.vm8, 16: inputs.vm16, 32: inputs.vm32 };
  const vms = machines.parts
    .filter((part) => part.machines > 0)
    .map((part): CostItem => ({
      name: part.name,
      group: 'machines',
      quantity: part.machines,
      unit: `machines of ${part.cpus} vCPU`,
      rupees: part.machines * price[part.cpus] * inputs.hoursAMonth,
    }));
  const item = (
    group: CostItem['group'],
    name: string,
    unit: string,
    quantity: number,
    unitRupees: number,
  ): CostItem => ({ name, group, quantity, unit, rupees: quantity * unitRupees });
  const diskGb = machines.parts.reduce((sum, part) => sum + part.machines * part.diskGb, 0);
  const monthly = (flow: { aDay: number }) => flow.aDay * DAYS_A_MONTH;
  return [
    ...vms,
    item('bytes', 'disks', 'GB', diskGb, inputs.blockGb),
    item('bytes', 'photos in S3', 'GB', storage.photosGb, inputs.objectGb),
    item('bytes', 'backups in S3', 'GB', storage.backupGb, inputs.objectGb),
    item(
      'bytes',
      'photos stored, two sizes',
      'million writes',
      (2 * monthly(load.photosStored)) / 1e6,
      inputs.objectWrites,
    ),
    item('bytes', 'photos shown', 'million reads', monthly(load.photosShown) / 1e6, inputs.objectReads),
    item(
      'bytes',
      'sent to browsers',
      'GB',
      load.sentGbADay * DAYS_A_MONTH,
      inputs.egressDollarsAGb * inputs.rupeesADollar,
    ),
    item(
      'messages',
      'SMS',
      'million messages',
      monthly(load.messages.sms) / 1e6,
      (inputs.smsSegments * inputs.smsRupees + inputs.dltRupees) * 1e6,
    ),
    item(
      'messages',
      'WhatsApp',
      'million messages',
      monthly(load.messages.whatsapp) / 1e6,
      inputs.whatsAppRupees * 1e6,
    ),
    item(
      'messages',
      'e-mail',
      'million messages',
      monthly(load.messages.email) / 1e6,
      inputs.emailDollarsA1000 * inputs.rupeesADollar * 1000,
    ),
    item('messages', 'web push', 'million messages', monthly(load.messages.push) / 1e6, 0),
  ];
}

export const sumRupees = (items: readonly CostItem[], group?: CostItem['group']): number =>
  items
    .filter((entry) => group === undefined || entry.group === group)
    .reduce((sum, { rupees }) => sum + rupees, 0);
