import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Avatar, ButtonLink, Icon, Name, Rating, VerifiedMark } from '../../../ui/index.ts';
import { ChangePassword } from '../../identity/index.ts';
import { Completeness } from './Completeness.tsx';

/** The user as others see them, and how complete the profile is. */
export function ProfileHead({ profile }: { profile: Profile }) {
  const t = useT();
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  const location = profile.nativeLocation || profile.location;
  return (
    <section className="sheet">
      <div className="pf-head">
        <Avatar name={name} photo={profile.profileImage || undefined} size="l" />
        <div>
          <h2 className="pf-name">
            <Name>{name}</Name>
          </h2>
          {profile.identity === 'verified' && <VerifiedMark />}
          <p className="pf-line t2 mut">
            <Icon name="pin" size="md" />
            {location}
          </p>
          <WebLink link={profile.webLink} />
          <p className="pf-facts t2">
            {profile.rating === null ? (
              <span className="mut">{t('web.profile.notRated')}</span>
            ) : (
              <Rating value={profile.rating} />
            )}
            <Link className="tab-num" to={`${paths.connects()}?tab=mine`}>
              {t('web.profile.connects', { count: profile.connects })}
            </Link>
            <Link to={paths.reliability()}>{t('web.profile.reliability')}</Link>
          </p>
        </div>
      </div>
      <div className="pf-buttons">
        <ButtonLink to={paths.profileEdit()} variant="primary" icon="edit">
          {t('web.profile.edit')}
        </ButtonLink>
        <ButtonLink to={paths.connects()}>{t('web.profile.connectNow')}</ButtonLink>
        <ChangePassword />
      </div>
      <Completeness profile={profile} />
    </section>
  );
}

/** Only http and https links are rendered. */
function WebLink({ link }: { link: string }) {
  const t = useT();
  if (!/^https?:\/\//i.test(link)) return null;
  return (
    <p className="pf-line t2">
      <Icon name="link" size="md" />
      <a href={link} target="_blank" rel="noopener noreferrer nofollow">
        {link.replace(/^https?:\/\//i, '').replace(/\/$/, '')}{' '}
        <span className="vh">{t('web.profile.newTab')}</span>
      </a>
    </p>
  );
}
