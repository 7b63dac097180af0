import { setLocale, useLocale, useT, type Locale } from '../platform/i18n/index.ts';
import { queryClient } from '../platform/queries/index.ts';
import { setTheme, useNextTheme } from '../platform/theme/index.ts';
import { Icon } from './Icon.tsx';

/** The server's texts, such as the names of places, are loaded again in the new language. */
async function changeLocale(locale: Locale): Promise<void> {
  await setLocale(locale);
  await queryClient.invalidateQueries();
}

/** Buttons for the other language and the other theme. Each language is named in itself. */
export function Preferences() {
  const t = useT();
  const locale = useLocale();
  const next = useNextTheme();
  return (
    <>
      <button
        type="button"
        lang={locale === 'en' ? 'hi' : 'en'}
        onClick={() => void changeLocale(locale === 'en' ? 'hi' : 'en')}
      >
        <Icon name="chat" />
        {locale === 'en' ? 'हिंदी' : 'English'}
      </button>
      <button type="button" onClick={() => setTheme(next)}>
        <Icon name="sun" />
        {t(`shell.theme.${next}`)}
      </button>
    </>
  );
}
