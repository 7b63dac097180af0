export const HOUR_MS = 3600_000;
export const subtractHours = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);

export function getRequired<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`demo data names an unknown "${String(key)}"`);
  return value;
}
