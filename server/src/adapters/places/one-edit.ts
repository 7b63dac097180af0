/** Whether a word starts with the typed text, allowing one added, missing, changed or swapped letter. */
export function isPrefixWithinOneEdit(word: string, typed: string): boolean {
  return [-1, 0, 1].some((extra) => isWithinOneEdit(word.slice(0, typed.length + extra), typed));
}

export function isWithinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  const at = findFirstDifference(longer, shorter);
  if (longer.length === shorter.length + 1) return longer.slice(at + 1) === shorter.slice(at);
  if (longer.length !== shorter.length) return false;
  if (longer.slice(at + 1) === shorter.slice(at + 1)) return true;
  const swapped = longer[at] === shorter[at + 1] && longer[at + 1] === shorter[at];
  return swapped && longer.slice(at + 2) === shorter.slice(at + 2);
}

function findFirstDifference(longer: string, shorter: string): number {
  let at = 0;
  while (at < shorter.length && longer[at] === shorter[at]) at += 1;
  return at;
}
