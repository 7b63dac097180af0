import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { State } from '../state.ts';

export interface SandboxPerson {
  name: string;
  mobile: string;
}

/** The person every ID number belongs to. The caller sends it in a header that only the sandbox receives. */
export function readPerson(request: FastifyRequest): SandboxPerson {
  const header = request.headers['x-sandbox-person'];
  const unknownPerson = { name: 'SANDBOX PERSON', mobile: '' };
  if (typeof header !== 'string') return unknownPerson;
  try {
    const person: Partial<SandboxPerson> = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    return { name: person.name ?? unknownPerson.name, mobile: person.mobile ?? '' };
  } catch {
    return unknownPerson;
  }
}

export const ANOTHER_NAME = 'ANOTHER PERSON';

type Names = Pick<State, 'registeredNames'>;

/** The name registered for a number with this ending: one that was set for it, or the one that the caller gave. */
export function getRegisteredName({ registeredNames }: Names, ending: string, givenName: string): string {
  return registeredNames[ending] ?? (ending === '2222' ? ANOTHER_NAME : givenName.toUpperCase());
}

/** The same; null when the number is unknown. */
export const findRegisteredName = (state: Names, ending: string, person: SandboxPerson): string | null =>
  ending === '0000' ? null : getRegisteredName(state, ending, person.name);

/** Of the holder of an Aadhaar number, as `28-02-1995`: one number always has the same. */
export function getBirthDate(number: string): string {
  const digest = createHash('sha256').update(number.replace(/\D/g, '')).digest();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(1 + (digest.readUInt8(0) % 28))}-${pad(1 + (digest.readUInt8(1) % 12))}-${1950 + (digest.readUInt8(2) % 50)}`;
}
