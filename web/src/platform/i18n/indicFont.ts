import devanagari from '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2?url';
import type { Locale } from '@fws/contract/platform/messages';

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

const scripts: Partial<Record<Locale, { family: string; url: string; range: string }>> = {
  hi: {
    family: 'Anek Devanagari',
    url: devanagari,
    range: 'U+900-97F, U+1CD0-1CFF, U+200C-200D, U+20A8, U+25CC, U+A8E0-A8FF',
  },
};

/** Loads the font of an Indian script after the page. Until then, and with Save-Data, the system font is used. */
export function loadScriptFont(locale: Locale): void {
  const script = scripts[locale];
  if (!script || navigator.connection?.saveData) return;
  if ([...document.fonts].some((face) => face.family.includes(script.family))) return;
  const load = () => {
    const face = new FontFace(script.family, `url(${script.url})`, {
      weight: '400 700',
      unicodeRange: script.range,
    });
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  };
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true });
}
