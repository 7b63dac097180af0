import '../safety.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { LoadError, Sheet } from '../../../ui/index.ts';
import { takedownPages } from '../api.ts';
import { TakedownRows } from './TakedownRows.tsx';

/** What FWS has taken down, each with its appeal, for somebody suspended: a suspension may rest on one of them. */
export function SuspendedTakedowns() {
  const t = useT();
  const pages = useInfiniteQuery(takedownPages());
  if (pages.error && !pages.data) return <LoadError error={pages.error} onRetry={pages.refetch} />;
  const takedowns = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (takedowns.length === 0) return null;
  return (
    <Sheet title={t('web.safety.taken')}>
      <p className="sf-note">{t('web.safety.taken.suspended')}</p>
      <TakedownRows takedowns={takedowns} list={pages} />
    </Sheet>
  );
}

SuspendedTakedowns.firstQueries = () => [takedownPages()];
