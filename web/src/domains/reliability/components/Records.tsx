import type { OwnReliability } from '@fws/contract/reliability/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { RecordTable, ReliabilityLine, Sheet } from '../../../ui/index.ts';

/** As others see them. */
export function Records({ records }: { records: Pick<OwnReliability, 'asWorker' | 'asPoster'> }) {
  const t = useT();
  const items = (['asWorker', 'asPoster'] as const).map((side) => {
    const record = records[side];
    return {
      label: t(`web.reliability.${side}`),
      value: record ? <ReliabilityLine value={record} /> : t('web.reliability.tooFew'),
    };
  });
  return (
    <Sheet>
      <RecordTable items={items} />
    </Sheet>
  );
}
