/** Moves one id a place up or down. At either end the order stays as it is. */
export function moveItem(ids: readonly number[], id: number, direction: 'up' | 'down'): number[] {
  const from = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, from + (direction === 'up' ? -1 : 1)));
  return from === -1 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
