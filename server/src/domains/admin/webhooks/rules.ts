/** Keys of a provider's message that identify its subject. None of them holds personal data. */
const CLAIMS =
  /^(?:type|event|(?:order|cf_payment|payment|refund|transfer|dispute|settlement|cf_settlement)_id|(?:payment|refund|transfer|dispute|order)_status|status)$/;
const CLAIMS_MAX = 12;
const VALUE_LENGTH_MAX = 80;
const DEPTH_MAX = 6;

export interface Claim {
  name: string;
  value: string;
}

/** Extracts the ids and states of a refused body. Empty when the body is not JSON. */
export function extractClaims(body: string): Claim[] {
  let root: unknown;
  try {
    root = JSON.parse(body);
  } catch {
    return [];
  }
  const claims: Claim[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return;
    for (const [name, inner] of Object.entries(value)) {
      if (claims.length >= CLAIMS_MAX) return;
      const isPlain = typeof inner === 'string' || typeof inner === 'number';
      if (isPlain && CLAIMS.test(name))
        claims.push({ name, value: String(inner).slice(0, VALUE_LENGTH_MAX) });
      else collect(inner, depth + 1);
    }
  };
  collect(root, 0);
  return claims;
}
