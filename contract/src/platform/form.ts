import type * as z from 'zod/mini';

/** The wire format of one clean field: its legacy name and, if it needs one, the conversion of its text. */
export type WireField<V> =
  | string
  | {
      name: string;
      toWire: (value: V) => string;
      fromWire: (text: string) => V;
      /** When the form omits the field, its value is absent instead of empty. */
      canBeMissing?: true;
    };

/** A schema that is loaded on its first use, so that screens that only read do not load it. */
export type LazySchema<S extends z.ZodMiniType = z.ZodMiniType> = () => Promise<S>;

/** Loads a module's schemas by name: `const schema = createSchemaLoader(() => import('./schemas.ts'))`, `schema('postJob')`. */
export function createSchemaLoader<M>(load: () => Promise<M>) {
  let loaded: Promise<M> | undefined;
  return <K extends keyof M>(name: K) =>
    async (): Promise<M[K]> => {
      loaded ??= load();
      try {
        return (await loaded)[name];
      } catch (error) {
        loaded = undefined;
        throw error;
      }
    };
}

/**
 * A form on the wire. `schema` checks the clean values of a screen (strings, lists, ISO dates) and returns the
 * command; its issue messages are message ids. `fields` is the only place that knows the legacy names.
 */
export interface WireForm<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: LazySchema<S>;
  fields: { [K in keyof z.input<S> & string]-?: WireField<NonNullable<z.input<S>[K]>> };
  /** Splits a legacy field that stands for several clean ones, before reading. */
  unpack?: (body: WireBody) => WireBody;
  /** Joins such fields after writing. */
  pack?: (body: Record<string, string>) => Record<string, string>;
}

/** A form whose fields have their clean names on the wire too. */
export interface CleanForm<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: LazySchema<S>;
  fields: null;
}

export type Form<S extends z.ZodMiniType = z.ZodMiniType> = WireForm<S> | CleanForm<S>;

export function wireForm<S extends z.ZodMiniType>(
  schema: LazySchema<S>,
  fields: WireForm<S>['fields'],
  shape: Pick<WireForm<S>, 'unpack' | 'pack'> = {},
): WireForm<S> {
  return { schema, fields, ...shape };
}

type AnyField = WireField<never>;
const getWireName = (field: AnyField) => (typeof field === 'string' ? field : field.name);
const listFields = (form: { fields: object }) => Object.entries(form.fields) as [string, AnyField][];

export const hasCleanNames = <S extends z.ZodMiniType>(form: Form<S>): form is CleanForm<S> =>
  form.fields === null;

/** The fields of a form with clean names are those of its schema. */
function listCleanNames(schema: z.ZodMiniType): string[] {
  if (!('shape' in schema)) throw new TypeError('a form with clean names must have an object as its schema');
  return Object.keys(schema.shape as object);
}

/** A parsed body: form texts or JSON values. */
export type WireBody = Record<string, unknown>;

/** Forms have only one level of lists. Anything deeper is dropped, so that no body can exhaust the stack. */
const toText = (raw: unknown): string =>
  Array.isArray(raw) ? raw.map(toScalarText).join(',') : toScalarText(raw);

function toScalarText(raw: unknown): string {
  // Text in the database cannot contain NUL.
  if (typeof raw === 'string') return raw.replaceAll('\0', '');
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  return '';
}

/** Legacy names → clean values, unchecked. Unknown fields are dropped. */
export function readForm<S extends z.ZodMiniType>(
  form: WireForm<S>,
  body: WireBody,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const texts = form.unpack ? form.unpack(body) : body;
  for (const [key, field] of listFields(form)) {
    const name = getWireName(field);
    const raw = texts[name] ?? texts[name.replace(/\[\]$/, '')];
    if (raw === undefined && typeof field !== 'string' && field.canBeMissing) continue;
    const text = toText(raw);
    values[key] = typeof field === 'string' ? text : field.fromWire(text);
  }
  return values;
}

/** The same for a form with clean names on the wire. */
export const readCleanForm = (schema: z.ZodMiniType, body: WireBody): Record<string, unknown> =>
  Object.fromEntries(listCleanNames(schema).map((name) => [name, toText(body[name])]));

/** Clean values → wire names and texts, for a client. Absent values are left out. */
export function encodeForm<S extends z.ZodMiniType>(
  form: Form<S>,
  values: z.input<S>,
): Record<string, string> {
  const body: Record<string, string> = {};
  const given = values as Record<string, unknown>;
  const fields = hasCleanNames(form)
    ? Object.keys(given).map((key) => [key, key] as const)
    : listFields(form);
  for (const [key, field] of fields) {
    const value = given[key];
    if (value === undefined || value === null) continue;
    body[getWireName(field)] = typeof field === 'string' ? toText(value) : field.toWire(value as never);
  }
  return !hasCleanNames(form) && form.pack ? form.pack(body) : body;
}

/** Clean field name → legacy name, for error replies, and back. Fields with clean names on the wire are not in it. */
export function getWireNames(form: Form): Map<string, string> {
  if (hasCleanNames(form)) return new Map();
  return new Map(listFields(form).map(([key, field]) => [key, getWireName(field).replace(/\[\]$/, '')]));
}

/** Clean field name → wire name, of every field. */
export async function loadWireNames(form: Form): Promise<Map<string, string>> {
  if (!hasCleanNames(form)) return getWireNames(form);
  return new Map(listCleanNames(await form.schema()).map((name) => [name, name]));
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
    toWire: (list) =>
      list.some((item) => item.includes(',')) || list[0]?.startsWith('[')
        ? JSON.stringify(list)
        : list.join(','),
    fromWire: (text) => {
      if (text.startsWith('[')) {
        try {
          const parsed: unknown = JSON.parse(text);
          if (Array.isArray(parsed)) return parsed.map((item) => toScalarText(item).trim());
        } catch {
          // Not JSON: an item may begin with a bracket.
        }
      }
      return text === '' ? [] : text.split(',').map((part) => part.trim());
    },
  };
}

/** A field that a form may omit, for calls that change only the given fields. */
export function allowMissing<V = string>(field: WireField<V>): Exclude<WireField<V>, string> {
  const definition =
    typeof field === 'string'
      ? { name: field, toWire: (value: V) => String(value), fromWire: (text: string) => text as V }
      : field;
  return { ...definition, canBeMissing: true };
}

export function dateField(
  name: string,
  format: { toWire: (iso: string) => string; fromWire: (wire: string) => string },
): { name: string; toWire: (iso: string) => string; fromWire: (wire: string) => string } {
  return { name, ...format };
}
