import { WAIT_HOURS, type ContentType } from '@fws/contract/safety/model';
import type { Takedown } from '@fws/contract/safety/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';
import { Effects } from './Effects.tsx';

const EDIT_PATHS = {
  job: paths.editJob,
  quote: paths.myQuote,
  user: paths.profileEdit,
} as const satisfies Partial<Record<ContentType, (id: string) => string>>;

export const isChangeable = (type: ContentType): type is keyof typeof EDIT_PATHS => type in EDIT_PATHS;

/** What it means that FWS asked to change it, with the way to change it while it is not changed. */
export function AskedChange({ takedown: { subject, appeal, change } }: { takedown: Takedown }) {
  const t = useT();
  if (!change || !isChangeable(subject.type) || appeal.decision === 'put_back') return null;
  if (change.state === 'waiting')
    return (
      <Note tone="warn" icon="clock">
        {change.until !== null && t('web.safety.asked.waits', { time: formatMoment(t, change.until) })}
      </Note>
    );
  if (change.state !== 'asked') return <Note>{t(`web.safety.asked.${change.state}`)}</Note>;
  return (
    <>
      <Effects what={t('web.safety.asked.hidden')} why={t(`web.safety.asked.why.${subject.type}`)} />
      <div className="sf-again">
        <ButtonLink to={EDIT_PATHS[subject.type](subject.id)} variant="primary">
          {t('web.safety.asked.change')}
        </ButtonLink>
        <p className="sf-note">{t('web.safety.asked.then', { hours: WAIT_HOURS })}</p>
      </div>
    </>
  );
}
