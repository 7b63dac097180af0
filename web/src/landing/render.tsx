/** Runs at build: the landing page of one language as a complete HTML document without script. */
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from '../platform/router/index.ts';
import { messages as enLanding } from 'virtual:messages/en/landing';
import { messages as enStart } from 'virtual:messages/en/start';
import { messages as hiLanding } from 'virtual:messages/hi/landing';
import { messages as hiStart } from 'virtual:messages/hi/start';
import { Footer } from '../app/Footer.tsx';
import { GuestBar } from '../app/Header.tsx';
import { Logo } from '../ui/index.ts';
import { paths } from '../platform/router/paths.ts';
import { contactsTemplate } from '@fws/contract/platform/contacts';
import { RenderedContacts } from '../platform/contacts/index.ts';
import { createLanguage, RenderedLanguage } from '../platform/i18n/i18n.ts';
import type { Locale } from '@fws/contract/platform/messages';
import Landing, { AppLinks } from './Landing.tsx';
import { styles } from './styles.ts';

const catalogues = { en: { ...enStart, ...enLanding }, hi: { ...hiStart, ...hiLanding } };
const otherLocale: Record<Locale, Locale> = { en: 'hi', hi: 'en' };

type Assets = { fontFaces: string };

export function renderLanding(locale: Locale, { fontFaces }: Assets): string {
  const language = createLanguage(locale, catalogues[locale]);
  const { translate: t } = language;
  const other = otherLocale[locale];
  const page = (
    <html lang={locale === 'en' ? 'en-IN' : locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{`${t('landing.title')} · FWS`}</title>
        <meta name="description" content={t('landing.lede')} />
        <meta name="theme-color" content="#141943" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="alternate" hrefLang="en-IN" href="/?lang=en" />
        <link rel="alternate" hrefLang="hi" href="/?lang=hi" />
        <style dangerouslySetInnerHTML={{ __html: fontFaces + styles }} />
      </head>
      <body>
        <RenderedLanguage value={language}>
          <RenderedContacts value={contactsTemplate}>
            <Router ssrPath="/">
              <header className="bar">
                <div className="wrap bar-in">
                  <Logo to={paths.home()} label={t('shell.logo')} />
                  <a className="bar-lang" href={`/?lang=${other}`} lang={other} hrefLang={other}>
                    {t('landing.otherLanguage')}
                  </a>
                  <GuestBar />
                </div>
              </header>
              {/* The server inserts the addresses from the settings, or removes the links. */}
              <Landing
                apps={<AppLinks googlePlay="app:google-play" appStore="app:app-store" />}
                live={<div className="live-slot" dangerouslySetInnerHTML={{ __html: '<!-- live -->' }} />}
                moneyHolder="{{moneyHolder}}"
              />
              <Footer />
            </Router>
          </RenderedContacts>
        </RenderedLanguage>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
