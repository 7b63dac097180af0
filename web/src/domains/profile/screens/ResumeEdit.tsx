import '../profile-edit.css';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Screen } from '../../../ui/index.ts';
import { ownProfileQuery } from '../api.ts';
import { Papers } from '../components/Papers.tsx';

export default function ResumeEdit() {
  const t = useT();
  const profile = useQuery(ownProfileQuery());
  return (
    <Screen
      title={t('web.profile.papersTitle')}
      lead={t('web.profile.papersLead')}
      back={{ to: paths.profile(), label: t('web.profile.back') }}
      data={profile}
    >
      {() =>
        profile.data && (
          <div className="pf-part">
            <Papers profile={profile.data} />
            <div className="pf-submit">
              <ButtonLink to={paths.profile()} variant="primary">
                {t('web.profile.done')}
              </ButtonLink>
            </div>
          </div>
        )
      }
    </Screen>
  );
}

ResumeEdit.firstQueries = () => [ownProfileQuery()];
