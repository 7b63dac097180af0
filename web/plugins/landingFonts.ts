import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Locale } from '@fws/contract/platform/messages';

const require = createRequire(import.meta.url);

type Axis = number | { min: number; max: number };
type Face = {
  source: string;
  family: string;
  axes: Record<string, Axis>;
  descriptors: string;
  /** Picks the characters of the page that this face draws. */
  draws: RegExp;
  features?: string[];
};

const weights = { min: 400, max: 700 };

/** The features that the page uses: kerning, tabular figures, marks. The others add glyphs that it never shows. */
const latinFeatures = 'kern tnum liga ccmp locl mark mkmk'.split(' ');

function buildLatinFace(width: Axis, descriptors: string): Face {
  return {
    family: 'Anek Latin',
    source: '@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2',
    axes: { wght: weights, wdth: width },
    descriptors,
    draws: /[\u0020-\u00ff\u2010-\u202f]/gu,
    features: latinFeatures,
  };
}

/** Has the same descriptors as the Latin face: a browser picks a face by them before it looks for the character. */
const buildRupeeFace = (descriptors: string): Face => ({
  family: 'Anek Latin',
  source: '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-standard-normal.woff2',
  axes: { wght: weights, wdth: 100 },
  descriptors,
  draws: /₹/gu,
});

const variable = 'font-weight:400 700';
const variableWidth = `${variable};font-stretch:84% 100%`;

const devanagari = {
  family: 'Anek Devanagari',
  source: '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
  draws: /[\u0900-\u097f]/gu,
};

// With every feature, the conjuncts that 49 letters could form take 170 KB. These form half letters and place marks.
const devanagariFeatures =
  'nukt akhn rphf rkrf blwf half vatu haln abvm blwm dist kern mark mkmk locl ccmp'.split(' ');

const faces: Record<Locale, readonly Face[]> = {
  en: [
    buildLatinFace({ min: 84, max: 100 }, variableWidth),
    buildRupeeFace(variableWidth),
    { ...devanagari, axes: { wght: 600 }, descriptors: 'font-weight:600' },
  ],
  hi: [
    buildLatinFace(100, variable),
    buildRupeeFace(variable),
    {
      ...devanagari,
      axes: { wght: weights },
      descriptors: variable,
      features: devanagariFeatures,
    },
  ],
};

/**
 * For pages with texts that people type. Devanagari has one weight, between those of text and headings, so that every
 * letter fits into a page's budget; rare letters are the device's.
 */
const siteFaces: Record<Locale, readonly Face[]> = {
  en: faces.en,
  hi: faces.hi.map((face) => (face.family === 'Anek Latin' ? face : { ...face, axes: { wght: 550 } })),
};

/** For typed text and text from the settings: e-mail addresses, phone numbers, a postal address. */
const EXTRA_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.,-+/&';

function collectCharacters(html: string, pattern: RegExp): string {
  const text = html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .concat(EXTRA_CHARACTERS)
    .replaceAll('&amp;', '&');
  return [...new Set(text.match(pattern))].toSorted().join('');
}

function formatUnicodeRange(characters: string): string {
  return Array.from(characters, (character) => `U+${character.codePointAt(0)?.toString(16) ?? ''}`).join(',');
}

const KEYBOARD = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  .join('')
  .replaceAll(/[<>&]/g, '');
const SIGNS = '₹·•…–—‘’“”×°½é&amp;';
/** Without letters of other languages than Hindi and Marathi, and without signs of Sanskrit. */
const DEVANAGARI = Array.from({ length: 0x71 }, (_, index) => String.fromCodePoint(0x900 + index))
  .filter((letter) => !'ऄऌऍऎऒऺऻॄॆॊॎॏ॒॑॓॔ॕॖॗॠॡॢॣॐऩऱऴऽ'.includes(letter))
  .join('');

/** The link to a page in Hindi. */
const HINDI = 'हिंदी';

/**
 * Cuts the fonts down to what the page shows, writes them beside the other assets, and returns their CSS. The jobs on a
 * page in Hindi may have other letters, so these have a family of their own (landing.css).
 */
export async function writeLandingFonts(locale: Locale, html: string, dist: string) {
  const own = await writeFonts(faces[locale], html, dist);
  if (locale === 'en') return own;
  const jobFaces = siteFaces.hi
    .filter(({ family }) => family === devanagari.family)
    .map((face) => ({ ...face, family: 'Anek Devanagari All' }));
  const jobs = await writeFonts(jobFaces, DEVANAGARI, dist);
  return { fontFaces: own.fontFaces + jobs.fontFaces };
}

/** The same for texts that are not known at the build. */
export const writeSiteFonts = (locale: Locale, dist: string) =>
  writeFonts(siteFaces[locale], KEYBOARD + SIGNS + (locale === 'hi' ? DEVANAGARI : HINDI), dist);

async function writeFonts(localeFaces: readonly Face[], html: string, dist: string) {
  const css: string[] = [];
  for (const face of localeFaces) {
    const characters = collectCharacters(html, face.draws);
    if (characters === '') continue;
    const source = await readFile(require.resolve(face.source));
    const font = await subsetFont(source, characters, {
      targetFormat: 'woff2',
      variationAxes: face.axes,
      ...(face.features && { keepFeatures: face.features }),
    });
    const name = `landing-${createHash('sha256').update(font).digest('base64url').slice(0, 8)}.woff2`;
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(dist, 'assets', name), font);
    const url = `/assets/${name}`;
    css.push(
      `@font-face{font-family:"${face.family}";src:url(${url}) format("woff2");${face.descriptors};font-display:swap;unicode-range:${formatUnicodeRange(characters)}}`,
    );
  }
  return { fontFaces: css.join('') };
}
