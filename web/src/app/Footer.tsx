import './css/footer.css';
import type { ReactNode } from 'react';
import { toPhoneLink } from '@fws/contract/platform/contacts';
import { Link } from '../platform/router/index.ts';
import { useLocale, useT } from '../platform/i18n/index.ts';
import { useContacts } from '../platform/contacts/index.ts';
import { Logo } from '../ui/index.ts';
import { paths } from '../platform/router/paths.ts';

/** `preferences` is omitted where no script runs. */
export function Footer({ preferences }: { preferences?: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const contacts = useContacts();
  return (
    <footer className="foot">
      <div className="kerb" aria-hidden="true" />
      <div className="wrap foot-in">
        <div>
          <Logo to={paths.home()} label={t('shell.logo')} />
          <p>{t('shell.footer.about')}</p>
          {preferences && <div className="foot-prefs">{preferences}</div>}
        </div>
        <nav aria-label={t('shell.footer')}>
          <Link to={paths.about()}>{t('shell.about')}</Link>
          <Link to={paths.terms()}>{t('shell.terms')}</Link>
          <Link to={paths.privacy()}>{t('shell.privacy')}</Link>
        </nav>
        <address>
          <b>{t('shell.support')}</b>
          <a href={`mailto:${contacts.email}`}>{contacts.email}</a>
          <a href={toPhoneLink(contacts.phone)}>{contacts.phone}</a>
          <span>{contacts.hours[locale]}</span>
        </address>
        <address>
          <b>{t('shell.office')}</b>
          <span>{contacts.address}</span>
          {contacts.social.length > 0 && (
            <span className="soc">
              {contacts.social.map(({ name, url }) => (
                <a key={name} href={url}>
                  {name}
                </a>
              ))}
            </span>
          )}
        </address>
      </div>
    </footer>
  );
}
