import { setLocale, useLocale, useT } from '../platform/i18n/index.ts';
import { setTheme, useTheme } from '../platform/theme/index.ts';
import { Icon } from '../ui/index.ts';

/** Buttons for the other language and the other theme. Each language is named in itself. */
export function Preferences() {
  const t = useT();
  const locale = useLocale();
  const theme = useTheme();
  const nextTheme = theme === 'system' ? 'dark' : theme === 'dark' ? 'light' : 'system';
  return (
    <>
      <button
        type="button"
        lang={locale === 'en' ? 'hi' : 'en'}
        onClick={() => void setLocale(locale === 'en' ? 'hi' : 'en')}
      >
        <Icon name="chat" />
        {locale === 'en' ? 'हिंदी' : 'English'}
      </button>
      <button type="button" onClick={() => setTheme(nextTheme)}>
        <Icon name="sun" />
        {t(`shell.theme.${nextTheme}`)}
      </button>
    </>
  );
}
