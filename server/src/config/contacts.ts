import { sampleContacts, SOCIAL_NETWORKS, type Contacts } from '@fws/contract/platform/contacts';
import * as z from 'zod';
import { isPlaceholder, type Mode } from './addresses.ts';
import type { Faults } from './faults.ts';

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
type RequiredContact = Exclude<keyof Env, `SOCIAL_LINK_${string}`>;

const PLACEHOLDERS: Record<RequiredContact, string> = {
  SUPPORT_EMAIL: sampleContacts.email,
  SUPPORT_PHONE: sampleContacts.phone,
  SUPPORT_HOURS: sampleContacts.hours.en,
  SUPPORT_HOURS_HI: sampleContacts.hours.hi,
  GRIEVANCE_OFFICER: sampleContacts.grievanceOfficer,
  GRIEVANCE_EMAIL: sampleContacts.grievanceEmail,
  PLATFORM_ADDRESS: sampleContacts.address,
  OPERATIONS_EMAIL: 'operations@fws.example',
  MAIL_FROM: 'FWS <no-reply@fws.example>',
};

const PURPOSES: Record<RequiredContact, string> = {
  SUPPORT_EMAIL: 'the e-mail address for help',
  SUPPORT_PHONE: 'the phone number for help',
  SUPPORT_HOURS: 'hours of support, in English',
  SUPPORT_HOURS_HI: 'hours of support, in Hindi',
  GRIEVANCE_OFFICER: 'the name of the grievance officer, which the law requires',
  GRIEVANCE_EMAIL: 'the e-mail address of the grievance officer',
  PLATFORM_ADDRESS: 'the postal address, on one line',
  OPERATIONS_EMAIL: 'the recipient of e-mails about ops cases',
  MAIL_FROM: 'the sender of e-mails',
};

/**
 * Placeholders are allowed in development only: in production, including trials, people must be able to reach somebody.
 */
export function readContacts(env: Env, mode: Mode, faults: Faults) {
  const readContact = (name: RequiredContact): string => {
    const setting = env[name];
    if (mode !== 'development') {
      if (setting === undefined) faults.add(name, `is not set: ${PURPOSES[name]}`);
      else if (isPlaceholder(setting) || isDummyNumber(name, setting))
        faults.add(name, `is a placeholder: ${PURPOSES[name]}`);
    }
    return setting ?? PLACEHOLDERS[name];
  };
  const links = SOCIAL_NETWORKS.map((name) => ({
    name,
    url: env[`SOCIAL_LINK_${name.toUpperCase() as Uppercase<typeof name>}`],
  }));
  if (mode !== 'development')
    for (const { name, url } of links)
      if (url !== undefined && isPlaceholder(url))
        faults.add(`SOCIAL_LINK_${name.toUpperCase()}`, 'is a placeholder: remove it if there is none');
  const givenLinks = links.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));

  const contacts: Contacts = {
    email: readContact('SUPPORT_EMAIL'),
    phone: readContact('SUPPORT_PHONE'),
    hours: { en: readContact('SUPPORT_HOURS'), hi: readContact('SUPPORT_HOURS_HI') },
    grievanceOfficer: readContact('GRIEVANCE_OFFICER'),
    grievanceEmail: readContact('GRIEVANCE_EMAIL'),
    address: readContact('PLATFORM_ADDRESS'),
    social: mode === 'development' && givenLinks.length === 0 ? sampleContacts.social : givenLinks,
  };
  return { contacts, operationsEmail: readContact('OPERATIONS_EMAIL'), mailFrom: readContact('MAIL_FROM') };
}

/** Numbers such as 00000 00000 and 1234567890 belong to nobody. */
const isDummyNumber = (name: RequiredContact, text: string): boolean =>
  name === 'SUPPORT_PHONE' && /(\d)\1{6}|1234567/.test(text.replaceAll(' ', ''));
