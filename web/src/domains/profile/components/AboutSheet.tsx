import { sumYears, type Experience } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Lines, Sheet, SkillList, Stat } from '../../../ui/index.ts';
import { rateNames } from '../labels.ts';
import { EditLink } from './EditLink.tsx';

/** The user's skills, experience and rate. */
export function AboutSheet({ profile }: { profile: Profile }) {
  const t = useT();
  const { experience, inexperienced, ratePaise, rateType, skills, about } = profile;
  const hasNoDetails = experience.length === 0 && !inexperienced && ratePaise === null;
  return (
    <Sheet
      title={t('web.profile.about')}
      action={<EditLink to={paths.experienceEdit()} section={t('web.profile.about')} />}
    >
      <div className="pf-stats">
        {(experience.length > 0 || inexperienced) && (
          <Stat
            value={
              inexperienced
                ? t('web.profile.noExperience')
                : t('web.profile.years', { count: sumYears(experience) })
            }
            label={skills[0] ?? t('web.profile.experience')}
          />
        )}
        {ratePaise !== null && (
          <Stat value={formatRupees(ratePaise)} label={t(rateNames[rateType ?? 'hourly'])} />
        )}
        <Stat value={profile.projectsInProgress} label={t('web.profile.inProgress')} />
        <Stat value={profile.completedProjects} label={t('web.profile.completed')} />
      </div>
      <p className={about === '' ? 'pf-about mut' : 'pf-about'}>{about || t('web.profile.noAbout')}</p>
      {skills.length > 0 && <SkillList skills={skills} />}
      {hasNoDetails && (
        <p className="pf-add">
          <ButtonLink to={paths.experienceEdit()}>{t('web.profile.addExperience')}</ButtonLink>
        </p>
      )}
      <Terms profile={profile} />
      <Companies experience={experience} />
    </Sheet>
  );
}

function Terms({ profile }: { profile: Profile }) {
  const t = useT();
  const { readiness, additionalCondition } = profile;
  const ready = readiness && {
    label: t('web.profile.readyFrom'),
    value: readiness.ready
      ? t('web.profile.readyFromDate', { date: formatDate(t, readiness.from) })
      : t('web.profile.notReady'),
  };
  return (
    <>
      {ready && (
        <div className="pf-lines">
          <Lines items={[ready]} />
        </div>
      )}
      {additionalCondition !== '' && (
        <div className="pf-condition">
          <h3 className="pf-small">{t('web.profile.condition')}</h3>
          <p className="pf-text">{additionalCondition}</p>
        </div>
      )}
    </>
  );
}

function Companies({ experience }: { experience: readonly Experience[] }) {
  const t = useT();
  if (experience.length === 0) return null;
  return (
    <>
      <h3 className="pf-small">{t('web.profile.workedAt')}</h3>
      <ul className="pf-rows">
        {experience.map((row, index) => (
          <li key={index}>
            <div>
              <b>{row.company}</b>
              <div className="t2 mut tab-num">
                {t('web.profile.fromTo', { from: formatDate(t, row.from), to: formatDate(t, row.to) })}
              </div>
            </div>
            <span className="t2 tab-num">{t('web.profile.years', { count: row.years })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
