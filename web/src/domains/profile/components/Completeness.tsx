import { useState } from 'react';
import { calculateCompleteness, type Part } from '@fws/contract/profile/completeness';
import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, ButtonLink } from '../../../ui/index.ts';
import { partNames } from '../labels.ts';

const INITIAL_COUNT = 3;

/** Where each part is edited. */
const PART_PATHS: Record<Part, string> = {
  photo: paths.profileEdit(),
  basics: paths.profileEdit(),
  qualification: paths.profileEdit(),
  skills: paths.profileEdit(),
  about: paths.experienceEdit(),
  experience: paths.experienceEdit(),
  rate: paths.experienceEdit(),
  readiness: paths.experienceEdit(),
  references: paths.referenceEdit(),
  papers: paths.resumeEdit(),
  identity: paths.kycLanguage(),
};

/** How complete the profile is, and the missing parts, each with a link to where it is edited. */
export function Completeness({ profile }: { profile: Profile }) {
  const t = useT();
  const [showAll, setShowAll] = useState(false);
  const { percent, missing } = calculateCompleteness(profile);
  const shown = showAll ? missing : missing.slice(0, INITIAL_COUNT);
  return (
    <div className="pf-whole">
      <div className="pf-percent">
        <span id="pf-percent">{t('web.profile.percent', { percent })}</span>
        <progress max={100} value={percent} aria-labelledby="pf-percent" />
      </div>
      {missing.length === 0 ? (
        <p className="t2 mut">{t('web.profile.whole')}</p>
      ) : (
        <>
          <p className="t2 mut">{t('web.profile.missing')}</p>
          <ul className="pf-missing">
            {shown.map((part) => (
              <li key={part}>
                <ButtonLink to={PART_PATHS[part]} variant="quiet" icon="plus">
                  {t(partNames[part])}
                </ButtonLink>
              </li>
            ))}
            {missing.length > shown.length && (
              <li>
                <Button variant="quiet" onClick={() => setShowAll(true)}>
                  {t('web.profile.showAll', { count: missing.length })}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}
