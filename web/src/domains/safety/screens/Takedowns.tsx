import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Empty, LoadMore, Rows, Screen, Sheet } from '../../../ui/index.ts';
import { takedownPages } from '../api.ts';
import { SafetyTabs } from '../components/SafetyTabs.tsx';
import { TakedownRow } from '../components/TakedownRow.tsx';

/** What FWS has taken down of the user's. */
export default function Takedowns() {
  const t = useT();
  const pages = useInfiniteQuery(takedownPages());
  const takedowns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('web.safety.taken')}
      data={pages}
      tabs={<SafetyTabs current="takedowns" />}
      empty={
        takedowns.length === 0 && (
          <Empty title={t('web.safety.taken.none')}>{t('web.safety.taken.noneWhy')}</Empty>
        )
      }
    >
      <Sheet>
        <Rows>
          {takedowns.map((takedown) => (
            <TakedownRow key={takedown.id} takedown={takedown} />
          ))}
        </Rows>
        <LoadMore list={pages} />
      </Sheet>
    </Screen>
  );
}

Takedowns.firstQueries = () => [takedownPages()];
