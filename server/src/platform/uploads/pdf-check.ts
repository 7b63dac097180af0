import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { listAutomaticActions, isActive, isHarmless } from './pdf-active.ts';
import { isKind, isName, PdfBoundsError, PdfReader, listValuesAfter } from './pdf-objects.ts';
import type { PdfContainer, PdfValue } from './pdf-objects.ts';

/** Readers look for the end mark within this distance of the end; more data behind it is another file in disguise. */
const TAIL_BYTES = 1024;
/** Limit of the unpacked object streams of one file; a document of a thousand pages has a few million bytes. */
const UNPACKED_MAX_BYTES = 20_000_000;
/** A file of 10 MB has fewer objects, unless it was made to exhaust us. */
const OBJECTS_MAX = 300_000;
const OBJECT_STREAMS_MAX = 5_000;
/** Each object is read once or twice; in a malicious file each could extend to the end of the file. */
const READ_MAX_TIMES = 4;
/** How long other requests wait for one time slice. */
const TURN_MS = 10;

export type PdfProblem = 'damaged' | 'active_pdf' | 'locked_pdf';

/**
 * Checks that a PDF is complete and contains nothing executable or hidden; null when it is acceptable. Every object is
 * checked, whether the file's own table lists it or not: readers handle a broken table differently.
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
  /** The offset of its data in the file. */
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
    // Encryption leaves the names in plain objects readable, but not those in object streams.
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
      const { value, end } = await this.#visit(readObjectNumber(text, match.index), place);
      if (!isKind(value, 'dictionary')) continue;
      if (listValuesAfter(value, 'Encrypt').length > 0) this.#isEncrypted = true;
      const at = findStreamStart(text, end);
      if (at !== null && isObjectStream(value)) this.#objectStreams.push({ dictionary: value, at });
      if (this.#objectStreams.length > OBJECT_STREAMS_MAX) throw new PdfBoundsError();
    }
  }

  /** An object stream holds `/N` objects, the first at `/First`, preceded by a table of their numbers and offsets. */
  async #readObjectStream({ dictionary, at }: ObjectStream): Promise<void> {
    const [count, first] = [getOnlyNumber(dictionary, 'N'), getOnlyNumber(dictionary, 'First')];
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
      const places = this.#objects.get(number);
      if (places) places.push(place);
      else this.#objects.set(number, [place]);
    }
    const read = this.#read(place);
    if (isActive(read.value)) this.#isActive = true;
    for (const action of listAutomaticActions(read.value)) this.#automatic.push(action);
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

  /**
   * `data` extends to the end of the file: compressed data end by themselves, and the file's stated length may be
   * wrong.
   */
  async #unpack(dictionary: PdfContainer, data: Buffer): Promise<string> {
    // Other filters and predictors are meant for pictures: no program writes objects with them.
    const isUnusual = ['F', 'FFilter', 'DecodeParms', 'DP'].some((key) =>
      listValuesAfter(dictionary, key).some((value) => value !== null),
    );
    const filters = listValuesAfter(dictionary, 'Filter').flatMap((value) =>
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
      // Skips the two-byte zlib header and ignores the checksum, as readers do.
      const unpacked = await promisify(inflateRaw)(data.subarray(2), { maxOutputLength });
      this.#unpackedBytes += unpacked.length;
      return unpacked.toString('latin1');
    } catch {
      throw new PdfBoundsError();
    }
  }
}

/** "12 0 obj": the number of the object that starts after these words. */
function readObjectNumber(text: string, at: number): number | null {
  const before = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/.exec(text.slice(Math.max(0, at - 40), at));
  return before ? Number(before[1]) : null;
}

/**
 * The start of the stream data that follow a dictionary, on the line after the word "stream"; null without a stream.
 */
function findStreamStart(text: string, at: number): number | null {
  const reader = new PdfReader(text, at);
  reader.skipSpace();
  if (!reader.takeWord('stream')) return null;
  const restOfLine = /[\t ]*(?:\r\n|\r|\n)?/y;
  restOfLine.lastIndex = reader.at;
  restOfLine.exec(text);
  return restOfLine.lastIndex;
}

/** By its type, or by a key that only object streams have: not every reader checks the type. */
const isObjectStream = (dictionary: PdfContainer): boolean =>
  listValuesAfter(dictionary, 'Type').some((type) => isName(type, 'ObjStm')) ||
  listValuesAfter(dictionary, 'First').length > 0;

function getOnlyNumber(dictionary: PdfContainer, key: string): number {
  const [value, ...more] = listValuesAfter(dictionary, key);
  if (typeof value !== 'number' || more.length > 0) throw new PdfBoundsError();
  return value;
}
