import '../safety.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { LoadMore, Rows, Sheet } from '../../../ui/index.ts';
import { takedownPages } from '../api.ts';
import { TakedownRow } from './TakedownRow.tsx';

/** What FWS has taken down of somebody suspended, each with its appeal: a suspension may rest on one of them. */
export function TakedownsOfSuspended() {
  const t = useT();
  const pages = useInfiniteQuery(takedownPages());
  const takedowns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (takedowns.length === 0) return null;
  return (
    <Sheet title={t('web.safety.taken')}>
      <p className="sf-note">{t('web.safety.taken.suspended')}</p>
      <Rows>
        {takedowns.map((takedown) => (
          <TakedownRow key={takedown.id} takedown={takedown} />
        ))}
      </Rows>
      <LoadMore list={pages} />
    </Sheet>
  );
}

TakedownsOfSuspended.firstQueries = () => [takedownPages()];
