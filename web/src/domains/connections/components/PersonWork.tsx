import type { PersonView } from '@fws/contract/connections/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { rateNames } from '../../profile/index.ts';
import { Sheet, SkillList, Stat } from '../../../ui/index.ts';

/** Skills with years of experience, the rate, and the number of current and completed projects. */
export function PersonWork({ person }: { person: PersonView }) {
  const t = useT();
  const { experienceYears, ratePaise } = person;
  return (
    <Sheet title={t('web.connections.work')}>
      <div className="person-stats">
        {experienceYears !== null && (
          <Stat
            value={t('web.connections.years', { count: experienceYears })}
            label={person.skills[0] ?? t('web.connections.experience')}
          />
        )}
        {ratePaise !== null && (
          <Stat value={formatRupees(ratePaise)} label={t(rateNames[person.rateType ?? 'hourly'])} />
        )}
        <Stat value={person.projectsInProgress} label={t('web.connections.inProgress')} />
        <Stat value={person.completedProjects} label={t('web.connections.completed')} />
      </div>
      {person.skills.length > 0 && <SkillList skills={person.skills} />}
    </Sheet>
  );
}
