/** Keys of a provider's message that identify its subject. None of them holds personal data. */
const CLAIMS =
  /^(?:type|event|(?:order|cf_payment|payment|refund|transfer|dispute|settlement|cf_settlement)_id|(?:payment|refund|transfer|dispute|order)_status|status)$/;
const CLAIMS_MAX = 12;
const LONGEST = 80;
const DEEPEST = 6;

export interface Claim {
  name: string;
  value: string;
}

/** Extracts the ids and states of a refused body. Empty when the body is not JSON. */
export function claimsIn(body: string): Claim[] {
  let root: unknown;
  try {
    root = JSON.parse(body);
  } catch {
    return [];
  }
  const found: Claim[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    for (const [name, inner] of Object.entries(value)) {
      if (found.length >= CLAIMS_MAX) return;
      const isPlain = typeof inner === 'string' || typeof inner === 'number';
      if (isPlain && CLAIMS.test(name)) found.push({ name, value: String(inner).slice(0, LONGEST) });
      else look(inner, depth + 1);
    }
  };
  look(root, 0);
  return found;
}
