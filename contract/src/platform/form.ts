import * as z from 'zod/mini';
import { isCalendarDate } from './dates.ts';
import type { FieldError } from './refusal.ts';
import type { SharedMessageId } from './messages.ts';

/** How one clean field travels: its legacy name, and the conversion of its text where it has one. */
export type WireField<V> =
  | string
  | { name: string; toWire: (value: V) => string; fromWire: (text: string) => V };

/**
 * A form on the wire. `schema` checks the clean values that a screen holds (strings, lists, ISO dates) and gives
 * the command; its issue messages are message ids. `fields` is the only place that knows the legacy names.
 */
export interface WireForm<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S;
  fields: { [K in keyof z.input<S> & string]-?: WireField<NonNullable<z.input<S>[K]>> };
  /** Where one legacy field stands for several clean ones: takes it apart before reading, … */
  unpack?: (body: WireBody) => WireBody;
  /** … and puts it together after writing. */
  pack?: (body: Record<string, string>) => Record<string, string>;
}

export function wireForm<S extends z.ZodMiniType>(
  schema: S,
  fields: WireForm<S>['fields'],
  shape: Pick<WireForm<S>, 'unpack' | 'pack'> = {},
): WireForm<S> {
  return { schema, fields, ...shape };
}

export type FormErrors = Record<string, FieldError>;
export type Decoded<T> = { ok: true; value: T } | { ok: false; errors: FormErrors };

type AnyField = WireField<never>;
const nameOf = (field: AnyField) => (typeof field === 'string' ? field : field.name);
const fieldsOf = (form: { fields: object }) => Object.entries(form.fields) as [string, AnyField][];

/** What a body may hold once parsed: form texts, or JSON values. */
export type WireBody = Record<string, unknown>;

function textOf(raw: unknown): string {
  // No database text holds NUL, and nobody means to write one.
  if (typeof raw === 'string') return raw.replaceAll('\0', '');
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (Array.isArray(raw)) return raw.map(textOf).join(',');
  return '';
}

/** Legacy names → clean values → checked command, or errors by clean field name. Unknown fields are dropped. */
export function decodeForm<S extends z.ZodMiniType>(form: WireForm<S>, body: WireBody): Decoded<z.output<S>> {
  const values: Record<string, unknown> = {};
  const texts = form.unpack ? form.unpack(body) : body;
  for (const [key, field] of fieldsOf(form)) {
    const name = nameOf(field);
    const text = textOf(texts[name] ?? texts[name.replace(/\[\]$/, '')]);
    values[key] = typeof field === 'string' ? text : field.fromWire(text);
  }
  return checkForm(form.schema, values);
}

/** The same check for a screen that holds clean values. */
export function checkForm<S extends z.ZodMiniType>(schema: S, values: unknown): Decoded<z.output<S>> {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, value: result.data };
  const errors: FormErrors = {};
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? 'form');
    errors[key] ??= {
      code: issue.message as SharedMessageId,
      ...('maximum' in issue ? { values: { maximum: Number(issue.maximum) } } : {}),
    };
  }
  return { ok: false, errors };
}

/** Clean values → legacy names and texts, for a client. Absent values are left out. */
export function encodeForm<S extends z.ZodMiniType>(
  form: WireForm<S>,
  values: z.input<S>,
): Record<string, string> {
  const body: Record<string, string> = {};
  for (const [key, field] of fieldsOf(form)) {
    const value = (values as Record<string, unknown>)[key];
    if (value === undefined || value === null) continue;
    body[nameOf(field)] = typeof field === 'string' ? textOf(value) : field.toWire(value as never);
  }
  return form.pack ? form.pack(body) : body;
}

/** Clean field name → legacy name, for error replies, and back. */
export function wireNames(form: WireForm): Map<string, string> {
  return new Map(fieldsOf(form).map(([key, field]) => [key, nameOf(field).replace(/\[\]$/, '')]));
}

/** "Painting, Wiring" ↔ ["Painting", "Wiring"] */
export function commaList(name: string): {
  name: string;
  toWire: (list: string[]) => string;
  fromWire: (text: string) => string[];
} {
  return {
    name,
    toWire: (list) => list.join(','),
    fromWire: (text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  };
}

/** A list whose items may hold commas: on the wire a JSON array of texts, or the legacy comma-joined string. */
export function textList(name: string): {
  name: string;
  toWire: (list: string[]) => string;
  fromWire: (text: string) => string[];
} {
  return {
    name,
    toWire: (list) => (list.some((item) => item.includes(',')) ? JSON.stringify(list) : list.join(',')),
    fromWire: (text) => {
      if (text.startsWith('[')) {
        try {
          const parsed: unknown = JSON.parse(text);
          if (Array.isArray(parsed)) return parsed.map((item) => textOf(item).trim());
        } catch {
          // Not JSON after all: an item may begin with a bracket.
        }
      }
      return text === '' ? [] : text.split(',').map((part) => part.trim());
    },
  };
}

export function dateField(
  name: string,
  format: { toWire: (iso: string) => string; fromWire: (wire: string) => string },
): { name: string; toWire: (iso: string) => string; fromWire: (wire: string) => string } {
  return { name, ...format };
}

// Schema pieces that forms share. Messages are ids.

/** Trimmed text that must not be empty. */
export const requiredText = (required: SharedMessageId, max: number) =>
  z.string().check(z.trim(), z.minLength(1, required), z.maxLength(max, 'common.too_long'));

/** Trimmed text that may be empty. */
export const optionalText = (max: number) => z.string().check(z.trim(), z.maxLength(max, 'common.too_long'));

/** A positive whole id in its text form. */
export const idText = (required: SharedMessageId) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, required)),
    z.transform((text: string) => Number(text)),
  );

export const calendarDate = (required: SharedMessageId) =>
  z.string().check(z.refine(isCalendarDate, required));
