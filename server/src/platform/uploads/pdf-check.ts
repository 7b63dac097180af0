import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { automaticActions, isActive, isHarmless } from './pdf-active.ts';
import { isKind, isName, PdfBoundsError, PdfReader, valuesAfter } from './pdf-objects.ts';
import type { PdfContainer, PdfValue } from './pdf-objects.ts';

/** Readers look for the end mark this near to the end; more behind it is another file in disguise. */
const TAIL_BYTES = 1024;
/** What the object streams of one file unpack to; a document of a thousand pages has a few million bytes of them. */
const UNPACKED_MAX_BYTES = 20_000_000;
/** A file of 10 MB has fewer, unless they were made to keep us busy. */
const OBJECTS_MAX = 300_000;
const OBJECT_STREAMS_MAX = 5_000;
/** Each object is read once or twice; in a file made for it, each could go on to the end of the file. */
const READ_MAX_TIMES = 4;
/** Other requests wait so long for a file with many objects. */
const TURN_MS = 10;

export type PdfProblem = 'damaged' | 'active_pdf' | 'locked_pdf';

/**
 * Whether a PDF is whole and holds nothing that runs or hides; null when there is nothing to object to. Every object is
 * looked at, whether the file's own table names it or not: readers disagree about what to do with a broken table.
 */
export async function checkPdf(content: Buffer): Promise<PdfProblem | null> {
  if (!isWhole(content)) return 'damaged';
  try {
    return await new PdfCheck(content).run();
  } catch (error) {
    if (error instanceof PdfBoundsError) return 'damaged';
    throw error;
  }
}

function isWhole(content: Buffer): boolean {
  const tail = content.subarray(-TAIL_BYTES).toString('latin1');
  const header = content.subarray(0, 8).toString('latin1');
  return /^%PDF-[12]\.\d/.test(header) && /startxref\s+\d+\s+%%EOF/.test(tail);
}

interface Place {
  text: string;
  at: number;
}

interface ObjectStream {
  dictionary: PdfContainer;
  /** Where its data begin in the file. */
  at: number;
}

class PdfCheck {
  readonly #content: Buffer;
  readonly #objects = new Map<number, Place[]>();
  readonly #objectStreams: ObjectStream[] = [];
  readonly #automatic: PdfValue[] = [];
  #isActive = false;
  #isEncrypted = false;
  #count = 0;
  #unpackedBytes = 0;
  #readBytes = 0;
  #turnBegan = performance.now();

  constructor(content: Buffer) {
    this.#content = content;
  }

  async run(): Promise<PdfProblem | null> {
    await this.#readFile(this.#content.toString('latin1'));
    // The names in its objects are plain, but not those in its object streams.
    if (this.#isEncrypted && this.#objectStreams.length > 0) return 'locked_pdf';
    for (const stream of this.#objectStreams) await this.#readObjectStream(stream);
    const find = (number: number) =>
      (this.#objects.get(number) ?? []).map((place) => this.#read(place).value);
    const harmless = !this.#isActive && this.#automatic.every((action) => isHarmless(action, find));
    return harmless ? null : 'active_pdf';
  }

  async #readFile(text: string): Promise<void> {
    for (const match of text.matchAll(/(?<!end)obj|trailer/g)) {
      const place = { text, at: match.index + match[0].length };
      const { value, end } = await this.#visit(objectNumber(text, match.index), place);
      if (!isKind(value, 'dictionary')) continue;
      if (valuesAfter(value, 'Encrypt').length > 0) this.#isEncrypted = true;
      const at = streamStart(text, end);
      if (at !== null && isObjectStream(value)) this.#objectStreams.push({ dictionary: value, at });
      if (this.#objectStreams.length > OBJECT_STREAMS_MAX) throw new PdfBoundsError();
    }
  }

  /** Many objects in one stream: `/N` of them, the first at `/First`; their numbers and places come before it. */
  async #readObjectStream({ dictionary, at }: ObjectStream): Promise<void> {
    const [count, first] = [onlyNumber(dictionary, 'N'), onlyNumber(dictionary, 'First')];
    const text = await this.#unpack(dictionary, this.#content.subarray(at));
    const table = new PdfReader(text, 0);
    for (let index = 0; index < count; index += 1) {
      const [number, offset] = [table.readValue(), table.readValue()];
      if (typeof number !== 'number' || typeof offset !== 'number') throw new PdfBoundsError();
      await this.#visit(number, { text, at: first + offset });
    }
  }

  async #visit(number: number | null, place: Place): Promise<{ value: PdfValue; end: number }> {
    this.#count += 1;
    if (this.#count > OBJECTS_MAX) throw new PdfBoundsError();
    if (performance.now() - this.#turnBegan > TURN_MS) {
      await nextTurn();
      this.#turnBegan = performance.now();
    }
    if (number !== null) {
      const known = this.#objects.get(number);
      if (known) known.push(place);
      else this.#objects.set(number, [place]);
    }
    const read = this.#read(place);
    if (isActive(read.value)) this.#isActive = true;
    for (const action of automaticActions(read.value)) this.#automatic.push(action);
    return read;
  }

  #read({ text, at }: Place): { value: PdfValue; end: number } {
    const reader = new PdfReader(text, at);
    const value = reader.readValue();
    this.#readBytes += reader.at - at;
    const limit = READ_MAX_TIMES * (this.#content.length + this.#unpackedBytes);
    if (this.#readBytes > limit) throw new PdfBoundsError();
    return { value, end: reader.at };
  }

  /** `data` goes on to the end of the file: compressed data end by themselves, and the file's word on it may be wrong. */
  async #unpack(dictionary: PdfContainer, data: Buffer): Promise<string> {
    // Other filters and predictors are for pictures: no program writes objects by them.
    const isUnusual = ['F', 'FFilter', 'DecodeParms', 'DP'].some((key) =>
      valuesAfter(dictionary, key).some((value) => value !== null),
    );
    const filters = valuesAfter(dictionary, 'Filter').flatMap((value) =>
      isKind(value, 'array') ? value.items : [value],
    );
    if (isUnusual || filters.length > 1) throw new PdfBoundsError();
    const [filter] = filters;
    if (filter === undefined) return data.toString('latin1');
    if (!isName(filter, 'FlateDecode', 'Fl')) throw new PdfBoundsError();
    return this.#inflate(data);
  }

  async #inflate(data: Buffer): Promise<string> {
    const maxOutputLength = Math.max(1, UNPACKED_MAX_BYTES - this.#unpackedBytes);
    try {
      // Without the two bytes of the zlib header and the checksum: readers do without them as well.
      const unpacked = await promisify(inflateRaw)(data.subarray(2), { maxOutputLength });
      this.#unpackedBytes += unpacked.length;
      return unpacked.toString('latin1');
    } catch {
      throw new PdfBoundsError();
    }
  }
}

/** "12 0 obj": the number of the object that begins behind these words. */
function objectNumber(text: string, at: number): number | null {
  const before = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/.exec(text.slice(Math.max(0, at - 40), at));
  return before ? Number(before[1]) : null;
}

/** Where a stream's data begin that follow a dictionary, in the line after the word "stream"; null when none do. */
function streamStart(text: string, at: number): number | null {
  const reader = new PdfReader(text, at);
  reader.skipSpace();
  if (!reader.takeWord('stream')) return null;
  const restOfLine = /[\t ]*(?:\r\n|\r|\n)?/y;
  restOfLine.lastIndex = reader.at;
  restOfLine.exec(text);
  return restOfLine.lastIndex;
}

/** By its type, or by what only object streams have: not every reader asks for the type. */
const isObjectStream = (dictionary: PdfContainer): boolean =>
  valuesAfter(dictionary, 'Type').some((type) => isName(type, 'ObjStm')) ||
  valuesAfter(dictionary, 'First').length > 0;

function onlyNumber(dictionary: PdfContainer, key: string): number {
  const [value, ...more] = valuesAfter(dictionary, key);
  if (typeof value !== 'number' || more.length > 0) throw new PdfBoundsError();
  return value;
}
