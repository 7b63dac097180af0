import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Badge, ButtonLink, Facts, Note, Person, Rating, Screen, Sheet } from '../../../ui/index.ts';

export default function ProfileScreen() {
  const t = useT();
  const user = useUser();
  const name = `${user.firstName} ${user.lastName}`;
  const contact = (value: string, verified: boolean) => (
    <span className="row wrapx">
      {value}
      <Badge tone={verified ? 'released' : 'none'} icon={verified ? 'check' : 'clock'}>
        {t(verified ? 'profile.verified' : 'profile.notVerified')}
      </Badge>
    </span>
  );
  return (
    <Screen title={t('shell.profile')} data={null}>
      <Sheet>
        <Person
          name={name}
          verified={user.identity === 'verified'}
          {...(user.profileImage && { photo: user.profileImage })}
        >
          <div className="t2 mut">{user.location}</div>
          {user.rating !== null && <Rating value={user.rating} />}
        </Person>
      </Sheet>
      <Sheet title={t('profile.contacts')}>
        <Facts
          items={[
            { label: t('identity.mobile'), value: contact(mobileText(user.mobile), user.mobileVerified) },
            { label: t('identity.email'), value: contact(user.email, user.emailVerified) },
          ]}
        />
      </Sheet>
      <Sheet title={t('profile.identity')}>
        <Note
          tone={user.identity === 'verified' ? 'good' : 'info'}
          action={
            user.identity !== 'verified' && (
              <ButtonLink to={paths.identityCheck()}>{t('profile.verifyIdentity')}</ButtonLink>
            )
          }
        >
          {t(`profile.identity.${user.identity}`)}
        </Note>
      </Sheet>
    </Screen>
  );
}

/** "+919822000001" → "+91 98220 00001" */
const mobileText = (e164: string) => e164.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3');
