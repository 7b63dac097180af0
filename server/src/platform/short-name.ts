const segmenter = new Intl.Segmenter();

/** "Kumar" → "K."; a letter of an Indian script keeps its vowel sign. */
export function getInitial(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first ? `${first.segment.toLocaleUpperCase()}.` : '';
}

/** "Rohan J.": a person as strangers see them. */
export const formatShortName = (firstName: string, lastName: string): string =>
  `${firstName.trim()} ${getInitial(lastName)}`.trim();
