import './css/footer.css';
import type { ReactNode } from 'react';
import { Link } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { contact } from './contact.ts';
import { Logo } from './Logo.tsx';
import { paths } from './paths.ts';

/** `preferences` is left out where no script runs. */
export function Footer({ preferences }: { preferences?: ReactNode }) {
  const t = useT();
  return (
    <footer className="foot">
      <div className="kerb" aria-hidden="true" />
      <div className="wrap foot-in">
        <div>
          <Logo />
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
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
          <a href={contact.phoneLink}>{contact.phone}</a>
          <span>{t('shell.hours')}</span>
        </address>
        <address>
          <b>{t('shell.office')}</b>
          <span>
            {contact.address.map((line) => (
              <span key={line} className="foot-line">
                {line}
              </span>
            ))}
          </span>
          <span className="soc">
            {contact.social.map(({ name, url }) => (
              <a key={name} href={url}>
                {name}
              </a>
            ))}
          </span>
        </address>
      </div>
    </footer>
  );
}
