import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Empty, Screen, Sheet } from '../../../ui/index.ts';
import { takedownPages } from '../api.ts';
import { SafetyTabs } from '../components/SafetyTabs.tsx';
import { TakedownRows } from '../components/TakedownRows.tsx';

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
        <TakedownRows takedowns={takedowns} list={pages} />
      </Sheet>
    </Screen>
  );
}

Takedowns.firstQueries = () => [takedownPages()];
