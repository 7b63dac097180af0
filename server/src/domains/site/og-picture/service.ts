import { formatRupees } from '@fws/contract/platform/display';
import type { Locale } from '@fws/contract/platform/messages';
import type { Budget } from '@fws/contract/jobs/schemas';
import type { SiteJob } from '@fws/contract/site/schemas';
import { translate } from '../../../platform/messages.ts';
import { findFonts } from '../../../platform/pdf/fonts.ts';

// The picture that chats and social networks show for a job's link: 1200 × 630, drawn from the design's colours. Pango
// sets the text, because it forms conjuncts and places vowel signs; the fonts are those of our documents.

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 64;
const TEXT_WIDTH = 620;
const ARCH = { left: 720, top: 56, width: 424, border: 6 };
const COLOURS = { ink: '#141943', kerb: '#0a0e28', pale: '#ccd4f5', marigold: '#fdad0d', white: '#ffffff' };

type Weight = 'normal' | 'bold';
const FAMILIES: Record<Weight, string> = {
  normal: 'Noto Sans, Noto Sans Devanagari',
  bold: 'Noto Sans SemiBold, Noto Sans Devanagari SemiBold',
};

interface Line {
  text: string;
  px: number;
  colour: string;
  weight: Weight;
}

/** In pixels. */
interface Room {
  width: number;
  height: number;
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const loadSharp = async () => (await import('sharp')).default;

const render = async (line: Line, fontfile: string, width = TEXT_WIDTH) =>
  (await loadSharp())({
    text: {
      text: `<span foreground="${line.colour}">${escapeMarkup(line.text)}</span>`,
      font: `${FAMILIES[line.weight]} ${line.px}px`,
      fontfile,
      width,
      // A word that is longer than a line is broken.
      wrap: 'word-char',
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

let fontsLoaded: Promise<unknown> | undefined;

/** A font that one text has named is known to all texts after it. */
const loadFonts = (): Promise<unknown> =>
  (fontsLoaded ??= Promise.all(
    Object.values(findFonts())
      .flatMap(({ normal, bold }) => [normal, bold])
      .map((file) => render({ text: 'a', px: 20, colour: COLOURS.white, weight: 'normal' }, file)),
  ));

/** Text of blanks alone has nothing to draw, for which the library throws. */
async function renderNothing(error: unknown) {
  if (!/no text to render/.test(String(error))) throw error;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const sharp = await loadSharp();
  return sharp({ create: { width: 1, height: 1, channels: 4, background } })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** What leaves the room for the text is cut off. */
async function renderText(line: Line, { width = TEXT_WIDTH, height = HEIGHT }: Partial<Room> = {}) {
  await loadFonts();
  const text = await render(line, findFonts().latin[line.weight], width).catch(renderNothing);
  if (text.info.width <= width && text.info.height <= height) return text;
  return (await loadSharp())(text.data)
    .extract({
      left: 0,
      top: 0,
      width: Math.min(text.info.width, width),
      height: Math.min(text.info.height, Math.round(height)),
    })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** The tallest lines have Devanagari in them. */
const LINE_HEIGHT = 1.6;
const LARGE = { px: 62, height: 62 * LINE_HEIGHT * 2 };
const SMALL = { px: 50, height: 50 * LINE_HEIGHT * 3 };

/** Two lines of large text, or three of smaller text with as many words as fit, or letters of a single word. */
async function renderTitle(title: string) {
  const line = { text: title, colour: COLOURS.white, weight: 'bold' as const };
  const large = await renderText({ ...line, px: LARGE.px });
  if (large.info.height <= LARGE.height) return large;
  const small = await renderText({ ...line, px: SMALL.px });
  if (small.info.height <= SMALL.height) return small;
  const words = title.split(/\s+/);
  const [parts, joint] = words.length > 1 ? [words, ' '] : [splitLetters(title), ''];
  const shorten = (count: number, room?: Pick<Room, 'height'>) =>
    renderText({ ...line, px: SMALL.px, text: `${parts.slice(0, count).join(joint)}${joint}…` }, room);
  let [fits, tooMany] = [1, parts.length];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if ((await shorten(count)).info.height <= SMALL.height) fits = count;
    else tooMany = count;
  }
  return shorten(fits, SMALL);
}

const splitLetters = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

const formatBudget = (budget: Budget, locale: Locale): string =>
  budget.kind === 'fixed'
    ? formatRupees(budget.amountPaise)
    : translate(locale, 'site.og.range', {
        from: formatRupees(budget.fromPaise),
        to: formatRupees(budget.toPaise),
      });

const formatDay = (date: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    day: 'numeric',
    month: locale === 'hi' ? 'long' : 'short',
    timeZone: 'UTC',
  }).format(new Date(date));

/** The scripts of our fonts. Others would be drawn as boxes. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u;
const isDrawn = (text: string): boolean => DRAWN.test(text);

function formatRecord({ name, jobsPosted, jobsAwarded }: SiteJob['poster'], locale: Locale): string {
  const record =
    jobsPosted <= 1
      ? translate(locale, 'site.og.first')
      : translate(locale, 'site.og.awarded', { awarded: jobsAwarded, posted: jobsPosted });
  return isDrawn(name) ? `${name} · ${record}` : record;
}

const archPath = ({ left, top, width }: { left: number; top: number; width: number }): string => {
  const radius = width / 2;
  return `M${left} ${HEIGHT}V${top + radius}a${radius} ${radius} 0 0 1 ${width} 0V${HEIGHT}z`;
};

const KERB_TOP = 612;
const drawKerb = (): string =>
  Array.from(
    { length: Math.ceil(WIDTH / 112) },
    (_, index) => `<rect x="${index * 112}" y="${KERB_TOP}" width="56" height="18" fill="${COLOURS.white}"/>`,
  ).join('');

const LOGO = `<g transform="translate(64 52) scale(2)">
  <path d="M1 23.5V10a9 9 0 0118 0v13.500z" fill="${COLOURS.white}"/>
  <path d="M1 11v-1a9 9 0 0118 0v1z" fill="${COLOURS.marigold}"/>
  <path d="M6 16h8M6 19.500h5" stroke="${COLOURS.ink}" stroke-width="1.8" fill="none"/></g>`;

const drawMark = (top: number): string => `<g transform="translate(64 ${top}) scale(1.7)">
  <path d="M1 17.500V8a7 7 0 0114 0v9.500z" fill="${COLOURS.white}"/>
  <path d="M4.800 10.300l2.400 2.400 4-4.700" stroke="${COLOURS.ink}" stroke-width="2.2" fill="none"/></g>`;

/** Where there is no photo, the parts in which the job is paid. */
const SHARES: Record<SiteJob['paymentTerm'], readonly number[]> = {
  terms: [20, 60, 20],
  milestone: [34, 33, 33],
  completion: [100],
};

function drawTerm(term: SiteJob['paymentTerm']): string {
  let x = ARCH.left + 72;
  const width = ARCH.width - 144;
  return SHARES[term]
    .map((share) => {
      const part = (width * share) / 100 - 8;
      const bar = `<rect x="${x}" y="360" width="${part}" height="44" rx="4" fill="${COLOURS.ink}"/>`;
      x += part + 8;
      return bar;
    })
    .join('');
}

const toSvg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`);

async function cutPhoto(photo: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const { border } = ARCH;
  const inner = { left: ARCH.left + border, top: ARCH.top + border, width: ARCH.width - 2 * border };
  const placed = await sharp(photo)
    .resize(inner.width, HEIGHT - inner.top, { fit: 'cover' })
    .extend({
      left: inner.left,
      top: inner.top,
      right: WIDTH - inner.left - inner.width,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png()
    .toBuffer();
  const mask = toSvg(`<path d="${archPath(inner)}" fill="#fff"/>`);
  return sharp(placed)
    .ensureAlpha()
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/** `photo`: the job's first. */
export async function drawOgPicture(job: SiteJob, locale: Locale, photo: Buffer | null): Promise<Buffer> {
  const category = locale === 'hi' ? job.category.nameHi : job.category.name;
  const closes = translate(locale, 'site.og.closes', { date: formatDay(job.closesOn, locale) });
  const where = [category, job.place, closes].filter((part) => part !== '' && isDrawn(part)).join(' · ');
  // The mark of a verified poster stands before it.
  const recordIndent = job.poster.verified ? 42 : 0;
  const [logo, title, place, amount, record] = await Promise.all([
    renderText({ text: 'FWS', px: 44, colour: COLOURS.white, weight: 'bold' }),
    renderTitle(isDrawn(job.title) ? job.title : category),
    renderText(
      { text: where, px: 31, colour: COLOURS.pale, weight: 'normal' },
      { height: 31 * LINE_HEIGHT * 2 },
    ),
    renderText({ text: formatBudget(job.budget, locale), px: 50, colour: COLOURS.marigold, weight: 'bold' }),
    renderText(
      { text: formatRecord(job.poster, locale), px: 29, colour: COLOURS.white, weight: 'normal' },
      { width: TEXT_WIDTH - recordIndent, height: 29 * LINE_HEIGHT },
    ),
  ]);
  const titleTop = 144;
  const placeTop = titleTop + title.info.height + 24;
  const amountTop = placeTop + place.info.height + 26;
  const recordTop = amountTop + amount.info.height + 22;
  const base = toSvg(
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.ink}"/>${LOGO}
     <path d="${archPath(ARCH)}" fill="${COLOURS.white}"/>${photo ? '' : drawTerm(job.paymentTerm)}
     ${job.poster.verified ? drawMark(recordTop - 2) : ''}`,
  );
  const kerb = toSvg(
    `<rect y="${KERB_TOP}" width="${WIDTH}" height="18" fill="${COLOURS.kerb}"/>${drawKerb()}`,
  );
  const sharp = await loadSharp();
  return sharp(base)
    .composite([
      ...(photo ? [{ input: await cutPhoto(photo), left: 0, top: 0 }] : []),
      { input: logo.data, left: 122, top: 62 },
      { input: title.data, left: LEFT, top: titleTop },
      { input: place.data, left: LEFT, top: placeTop },
      { input: amount.data, left: LEFT, top: amountTop },
      { input: record.data, left: LEFT + recordIndent, top: recordTop },
      { input: kerb, left: 0, top: 0 },
    ])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
}
