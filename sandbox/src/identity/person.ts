import type { FastifyRequest } from 'fastify';
import { ANOTHER_NAME } from './name-checks.ts';

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

/** The name registered for a number with this ending; null when the number is unknown. */
export function findRegisteredName(ending: string, person: SandboxPerson): string | null {
  if (ending === '0000') return null;
  return ending === '2222' ? ANOTHER_NAME : person.name.toUpperCase();
}
