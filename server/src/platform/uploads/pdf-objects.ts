// The syntax of PDF objects (ISO 32000-1, 7.2 and 7.3), as far as needed to see which names an object contains. It is
// as lenient as readers are: it skips what it does not understand and checks what follows.

/** Text in strings and numbers is irrelevant: both become `null`, except whole numbers. */
export type PdfValue = null | number | PdfName | PdfReference | PdfContainer;
export interface PdfName {
  kind: 'name';
  name: string;
}
export interface PdfReference {
  kind: 'reference';
  to: number;
}
/** The items of a dictionary are its keys and values in alternation, including repeated keys. */
export interface PdfContainer {
  kind: 'dictionary' | 'array';
  items: PdfValue[];
}

/** More than any real object holds. */
const ITEMS_MAX = 500_000;
const DEPTH_MAX = 100;

/** An object is larger or deeper than we check. */
export class PdfBoundsError extends Error {}

/** Character classes: part of a word, space between words, or a delimiter. */
const [WORD, SPACE, MARK] = [0, 1, 2];
const KINDS = new Uint8Array(256).fill(WORD);
for (const character of '\0\t\n\f\r ') KINDS[character.charCodeAt(0)] = SPACE;
for (const character of '()<>[]{}/%') KINDS[character.charCodeAt(0)] = MARK;
const STRING_MARK = /[()\\]/g;

export class PdfReader {
  readonly #text: string;
  at: number;
  #items = 0;

  /** `text` has one character per byte. */
  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Reads the value at this position; afterwards `at` is behind it. */
  readValue(depth = 0): PdfValue {
    this.#items += 1;
    if (depth > DEPTH_MAX || this.#items > ITEMS_MAX) throw new PdfBoundsError();
    this.skipSpace();
    switch (this.#text[this.at] ?? '') {
      case '/':
        this.at += 1;
        return { kind: 'name', name: unescapeName(this.#takeAnyWord()) };
      case '[':
        this.at += 1;
        return this.#readItems('array', ']', depth);
      case '(':
        this.at += 1;
        return this.#skipString();
      case '<':
        if (this.#take('<<')) return this.#readItems('dictionary', '>>', depth);
        this.#skipPast('>');
        return null;
      default:
        return this.#readWord();
    }
  }

  skipSpace(): void {
    while (this.at < this.#text.length) {
      if (this.#text[this.at] === '%') this.#skipComment();
      else if (KINDS[this.#text.charCodeAt(this.at)] === SPACE) this.at += 1;
      else return;
    }
  }

  takeWord(word: string): boolean {
    const end = this.at + word.length;
    const endsThere = end >= this.#text.length || KINDS[this.#text.charCodeAt(end)] !== WORD;
    return endsThere && this.#take(word);
  }

  #takeAnyWord(): string {
    const from = this.at;
    while (this.at < this.#text.length && KINDS[this.#text.charCodeAt(this.at)] === WORD) this.at += 1;
    return this.#text.slice(from, this.at);
  }

  /** A whole number; null for any other word. */
  #readWord(): number | null {
    const word = this.#takeAnyWord();
    // A delimiter that closes nothing.
    if (word === '') this.at += 1;
    return /^[+-]?\d+$/.test(word) ? Number(word) : null;
  }

  #readItems(kind: PdfContainer['kind'], end: string, depth: number): PdfContainer {
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.at >= this.#text.length || this.#take(end)) return { kind, items };
      if (this.takeWord('R')) {
        // "12 0 R"
        items.pop();
        const to = items.pop();
        items.push(typeof to === 'number' ? { kind: 'reference', to } : null);
      } else items.push(this.readValue(depth + 1));
    }
  }

  #skipString(): null {
    let open = 1;
    STRING_MARK.lastIndex = this.at;
    while (open > 0) {
      const mark = STRING_MARK.exec(this.#text);
      if (mark === null) {
        this.at = this.#text.length;
        return null;
      }
      if (mark[0] === '\\') STRING_MARK.lastIndex += 1;
      else open += mark[0] === '(' ? 1 : -1;
    }
    this.at = STRING_MARK.lastIndex;
    return null;
  }

  #take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  #skipPast(mark: string): void {
    const index = this.#text.indexOf(mark, this.at);
    this.at = index === -1 ? this.#text.length : index + 1;
  }

  #skipComment(): void {
    while (this.at < this.#text.length && !'\r\n'.includes(this.#text[this.at] ?? '')) this.at += 1;
  }
}

/** `/J#61vaScript` is `/JavaScript`. */
const unescapeName = (name: string): string =>
  !name.includes('#')
    ? name
    : name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );

/** All values of a key, including repeated ones. */
export function listValuesAfter({ items }: PdfContainer, key: string): PdfValue[] {
  const values: PdfValue[] = [];
  for (const [index, item] of items.entries())
    if (isKind(item, 'name') && item.name === key) values.push(items[index + 1] ?? null);
  return values;
}

export const isName = (value: PdfValue, ...names: string[]): boolean =>
  isKind(value, 'name') && names.includes(value.name);

export const isKind = <Kind extends 'name' | 'reference' | 'dictionary' | 'array'>(
  value: PdfValue | undefined,
  kind: Kind,
): value is Extract<PdfValue, { kind: Kind }> | (PdfContainer & { kind: Kind }) =>
  typeof value === 'object' && value !== null && value.kind === kind;
