import { placeholderContacts, SOCIAL_NETWORKS, type Contacts } from '@fws/contract/platform/contacts';
import * as z from 'zod';
import { isPlaceholder, type Mode } from './config-addresses.ts';
import type { Faults } from './config-faults.ts';

const text = z.string().trim().min(1).max(200).optional();
const link = z.url({ protocol: /^https$/, error: 'it must be an https:// address' }).optional();
const SENDER = /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** Contact details of the operator: shown on the site's pages, in its messages and on its invoices. */
export const contactEnvironment = {
  SUPPORT_EMAIL: z.email('it must be an e-mail address').optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+\d(?: ?\d){7,14}$/, 'it must look like +91 80 4718 2200')
    .optional(),
  SUPPORT_HOURS: text,
  SUPPORT_HOURS_HI: text,
  GRIEVANCE_OFFICER: text,
  GRIEVANCE_EMAIL: z.email('it must be an e-mail address').optional(),
  PLATFORM_ADDRESS: text,
  OPERATIONS_EMAIL: z.email('it must be an e-mail address').optional(),
  MAIL_FROM: z.string().regex(SENDER, 'it must look like FWS <no-reply@fws.in>').optional(),
  SOCIAL_LINK_LINKEDIN: link,
  SOCIAL_LINK_INSTAGRAM: link,
  SOCIAL_LINK_YOUTUBE: link,
  SOCIAL_LINK_FACEBOOK: link,
  SOCIAL_LINK_X: link,
};

type Env = z.infer<z.ZodObject<typeof contactEnvironment>>;
type Needed = Exclude<keyof Env, `SOCIAL_LINK_${string}`>;

const PLACEHOLDERS: Record<Needed, string> = {
  SUPPORT_EMAIL: placeholderContacts.email,
  SUPPORT_PHONE: placeholderContacts.phone,
  SUPPORT_HOURS: placeholderContacts.hours.en,
  SUPPORT_HOURS_HI: placeholderContacts.hours.hi,
  GRIEVANCE_OFFICER: placeholderContacts.grievanceOfficer,
  GRIEVANCE_EMAIL: placeholderContacts.grievanceEmail,
  PLATFORM_ADDRESS: placeholderContacts.address,
  OPERATIONS_EMAIL: 'operations@fws.example',
  MAIL_FROM: 'FWS <no-reply@fws.example>',
};

const PURPOSES: Record<Needed, string> = {
  SUPPORT_EMAIL: 'where people write for help',
  SUPPORT_PHONE: 'where people call for help',
  SUPPORT_HOURS: 'when somebody answers, in English',
  SUPPORT_HOURS_HI: 'when somebody answers, in Hindi',
  GRIEVANCE_OFFICER: 'the name of the grievance officer, whom the law wants named',
  GRIEVANCE_EMAIL: 'where people write to the grievance officer',
  PLATFORM_ADDRESS: 'the postal address, on one line',
  OPERATIONS_EMAIL: 'who is told when money waits for a person',
  MAIL_FROM: 'who sends the e-mails',
};

/**
 * Placeholders are allowed in development only: in production, including trials, people must be able to reach somebody.
 */
export function readContacts(env: Env, mode: Mode, faults: Faults) {
  const value = (name: Needed): string => {
    const given = env[name];
    if (mode !== 'development') {
      if (given === undefined) faults.add(name, `is not set: ${PURPOSES[name]}`);
      else if (isPlaceholder(given) || isDummyNumber(name, given))
        faults.add(name, `is a placeholder: ${PURPOSES[name]}`);
    }
    return given ?? PLACEHOLDERS[name];
  };
  const links = SOCIAL_NETWORKS.map((name) => ({
    name,
    url: env[`SOCIAL_LINK_${name.toUpperCase() as Uppercase<typeof name>}`],
  }));
  if (mode !== 'development')
    for (const { name, url } of links)
      if (url !== undefined && isPlaceholder(url))
        faults.add(`SOCIAL_LINK_${name.toUpperCase()}`, 'is a placeholder: leave it out if there is none');
  const given = links.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));

  const contacts: Contacts = {
    email: value('SUPPORT_EMAIL'),
    phone: value('SUPPORT_PHONE'),
    hours: { en: value('SUPPORT_HOURS'), hi: value('SUPPORT_HOURS_HI') },
    grievanceOfficer: value('GRIEVANCE_OFFICER'),
    grievanceEmail: value('GRIEVANCE_EMAIL'),
    address: value('PLATFORM_ADDRESS'),
    social: mode === 'development' && given.length === 0 ? placeholderContacts.social : given,
  };
  return { contacts, operationsEmail: value('OPERATIONS_EMAIL'), mailFrom: value('MAIL_FROM') };
}

/** Numbers such as 00000 00000 and 1234567890 belong to nobody. */
const isDummyNumber = (name: Needed, text: string): boolean =>
  name === 'SUPPORT_PHONE' && /(\d)\1{6}|1234567/.test(text.replaceAll(' ', ''));
