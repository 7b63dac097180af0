import { Suspense } from 'react';
import type { HeldBack } from '@fws/contract/safety/schemas';
import { formatMoment, lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Note } from '../../../ui/index.ts';

const AskedWords = lazyScreen(['safety', 'jobs'], () => import('./AskedWords.tsx'));

/** Tells an author why others do not see something of theirs. Its screen needs the messages of `jobs`. */
export function HeldBackNote({ heldBack }: { heldBack: HeldBack | null }) {
  const t = useT();
  if (heldBack === null) return null;
  const { reason, takedownId, until } = heldBack;
  if (reason === 'waiting')
    return (
      <Note tone="warn" icon="clock" role="status">
        {t('web.jobs.held.waits')}{' '}
        {until !== null && t('web.jobs.held.until', { time: formatMoment(t, until) })}
      </Note>
    );
  if (reason === 'change_asked')
    return (
      <Note tone="warn" role="status">
        {t('web.jobs.held.changeAsked')}
        {takedownId !== null && (
          <Suspense>
            <AskedWords takedownId={String(takedownId)} />
          </Suspense>
        )}
      </Note>
    );
  return (
    <Note tone="bad" role="status">
      {t('web.jobs.held.takenDown')}{' '}
      {takedownId !== null && <Link to={paths.takedown(takedownId)}>{t('web.jobs.held.why')}</Link>}
    </Note>
  );
}
