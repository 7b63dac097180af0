import { isKind, isName, listValuesAfter } from './pdf-objects.ts';
import type { PdfContainer, PdfValue } from './pdf-objects.ts';

/** Actions that run something on the reader's machine, by their type (`/S`). */
const RUNNING_ACTIONS = ['JavaScript', 'Launch', 'ImportData', 'RichMediaExecute'];
/** These names mean foreign content wherever they appear: another program's form, a film, another file. */
const FOREIGN = ['XFA', 'RichMedia', 'EmbeddedFile', 'EmbeddedFiles'];

/** Whether an object contains something executable or another file. */
export function isActive(object: PdfValue): boolean {
  // The type of an action may be an object of its own.
  return isName(object, ...RUNNING_ACTIONS) || holdsActive(object);
}

function holdsActive(value: PdfValue): boolean {
  if (isName(value, ...FOREIGN)) return true;
  if (!isContainer(value)) return false;
  return (value.kind === 'dictionary' && isActiveDictionary(value)) || value.items.some(holdsActive);
}

function isActiveDictionary(dictionary: PdfContainer): boolean {
  const has = (key: string) => listValuesAfter(dictionary, key).length > 0;
  const runs = listValuesAfter(dictionary, 'S').some((kind) => isName(kind, ...RUNNING_ACTIONS));
  const runsWhilePlaying = has('S') && has('JS');
  const holdsFile = has('EF') && (has('F') || has('UF'));
  return runs || runsWhilePlaying || holdsFile;
}

/** Actions that run automatically when the document or a page is opened, or a field is left. */
export function listAutomaticActions(value: PdfValue): PdfValue[] {
  if (!isContainer(value)) return [];
  const ownActions =
    value.kind === 'dictionary'
      ? [...listValuesAfter(value, 'OpenAction'), ...listValuesAfter(value, 'AA')]
      : [];
  return [...ownActions, ...value.items.flatMap(listAutomaticActions)];
}

const LINKS_MAX = 4;

/**
 * Going to a page is harmless, by an action or by a plain destination. An unresolved reference is not.
 * `find`: all objects with a number; readers differ in which of them counts.
 */
export function isHarmless(action: PdfValue, find: (number: number) => PdfValue[], depth = 0): boolean {
  if (depth > LINKS_MAX) return false;
  if (isKind(action, 'reference')) {
    const objects = find(action.to);
    return objects.length > 0 && objects.every((object) => isHarmless(object, find, depth + 1));
  }
  if (!isContainer(action)) return action === null;
  if (action.kind === 'array') return true;
  const kinds = listValuesAfter(action, 'S');
  const leadsOn = listValuesAfter(action, 'Next').length > 0;
  if (kinds.length > 0) return !leadsOn && kinds.every((kind) => isName(kind, 'GoTo'));
  // The actions of a page or a field, by their triggers.
  return action.items.every((item) => isKind(item, 'name') || isHarmless(item, find, depth + 1));
}

const isContainer = (value: PdfValue): value is PdfContainer =>
  isKind(value, 'dictionary') || isKind(value, 'array');
