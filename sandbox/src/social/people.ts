import { createHash } from 'node:crypto';

/** A person who can sign in at the stand-in of Google and Facebook. */
export interface TestPerson {
  sub: string;
  given_name: string;
  family_name: string;
  /** Null: the person does not share it. */
  email: string | null;
  email_verified: boolean;
}

export const TEST_PEOPLE: readonly TestPerson[] = [
  {
    sub: '104857600001',
    given_name: 'Asha',
    family_name: 'Rao',
    email: 'asha.rao@social.example',
    email_verified: true,
  },
  {
    sub: '104857600002',
    given_name: 'Ravi',
    family_name: 'Kumar',
    email: 'ravi.kumar@social.example',
    email_verified: false,
  },
  { sub: '104857600003', given_name: 'Sunita', family_name: 'Devi', email: null, email_verified: false },
];

/** A listed person by subject, or the person the form describes. The same input gives the same person. */
export function parsePerson(fields: Record<string, string | undefined>): TestPerson | null {
  const listed = TEST_PEOPLE.find(({ sub }) => sub === fields['person']);
  if (listed) return listed;
  const readText = (name: string) => (fields[name] ?? '').trim();
  if (readText('given_name') === '') return null;
  const email = readText('email') || null;
  const key = email ?? `${readText('given_name')} ${readText('family_name')}`;
  return {
    sub: BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 16)}`).toString(),
    given_name: readText('given_name'),
    family_name: readText('family_name'),
    email,
    email_verified: fields['email_verified'] === 'true',
  };
}
