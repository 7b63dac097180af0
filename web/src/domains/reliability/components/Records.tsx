import type { OwnReliability } from '@fws/contract/reliability/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { ReliabilityLine, Sheet } from '../../../ui/index.ts';

/** As others see them. */
export function Records({ records }: { records: Pick<OwnReliability, 'asWorker' | 'asPoster'> }) {
  const t = useT();
  const { asWorker, asPoster } = records;
  return (
    <Sheet>
      <dl className="rel-records">
        {(
          [
            ['asWorker', asWorker],
            ['asPoster', asPoster],
          ] as const
        ).map(([side, record]) => (
          <div key={side}>
            <dt>{t(`web.reliability.${side}`)}</dt>
            <dd>{record ? <ReliabilityLine value={record} /> : t('web.reliability.tooFew')}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
