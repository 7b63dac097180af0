import { normaliseRupees } from '@fws/contract/platform/money';

/** "125000.5" → "1,25,000.5". What is not an amount, such as "12a", stays as it is. */
export function groupRupees(plain: string): string {
  const [, whole = '', rest = ''] = /^(\d+)(\.\d*)?$/.exec(plain) ?? [];
  return whole === '' ? plain : whole.replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',') + rest;
}

/** The same amount without unit and grouping, which is wrong while it is typed: "Rs. 1,2500/-" → "12500". */
const removeGrouping = (text: string): string => normaliseRupees(text).replaceAll(/[,₹\s]/g, '');

/** Which way a key deleted, as the browser names it. */
const BACKWARD = 'deleteContentBackward';
const FORWARD = 'deleteContentForward';

interface Edit {
  /** What the field held before, without grouping. */
  before: string;
  /** What the field holds after the user has edited it. */
  text: string;
  /** Where the caret then stands in `text`. */
  caret: number;
  /** The kind of edit, as the browser names it. */
  inputType?: string | undefined;
}

/** Groups an amount while it is typed, and keeps the caret between the same digits. */
export function groupTypedRupees({ before, text, caret, inputType }: Edit): {
  plain: string;
  grouped: string;
  caret: number;
} {
  let plain = removeGrouping(text);
  let charactersBefore = removeGrouping(text.slice(0, caret)).length;
  // Only a comma was deleted, and would come back: delete the digit next to it instead.
  if (plain === before && inputType === BACKWARD && charactersBefore > 0) {
    plain = plain.slice(0, charactersBefore - 1) + plain.slice(charactersBefore);
    charactersBefore -= 1;
  } else if (plain === before && inputType === FORWARD)
    plain = plain.slice(0, charactersBefore) + plain.slice(charactersBefore + 1);
  const grouped = groupRupees(plain);
  return { plain, grouped, caret: findCaret(grouped, charactersBefore) };
}

/** The position in `grouped` behind that many characters, not counting commas. */
function findCaret(grouped: string, charactersBefore: number): number {
  let position = 0;
  for (let count = 0; count < charactersBefore; position += 1) if (grouped[position] !== ',') count += 1;
  return position;
}
