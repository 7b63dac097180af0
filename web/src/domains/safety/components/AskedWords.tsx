import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { takedownQuery } from '../api.ts';

/** What its author is asked to change, and why. */
export default function AskedWords({ takedownId }: { takedownId: string }) {
  const t = useT();
  const { data: takedown } = useQuery(takedownQuery(takedownId));
  return (
    <>
      {takedown && (
        <p>
          {t(`web.safety.broke.${takedown.reason}`)} {t('web.safety.taken.words', { words: takedown.words })}
        </p>
      )}{' '}
      <Link to={paths.takedown(takedownId)}>{t('web.jobs.held.whatToChange')}</Link>
    </>
  );
}
