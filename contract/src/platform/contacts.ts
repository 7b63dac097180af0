import type { Locale } from './messages.ts';

/** Who operates the site and how to contact them. */
export interface Contacts {
  email: string;
  /** As displayed; it begins with the country code. */
  phone: string;
  hours: Record<Locale, string>;
  /** The grievance officer; the law requires the name. */
  grievanceOfficer: string;
  grievanceEmail: string;
  address: string;
  social: readonly { name: SocialNetwork; url: string }[];
}

export const SOCIAL_NETWORKS = ['LinkedIn', 'Instagram', 'YouTube', 'Facebook', 'X'] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

export const toPhoneLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`;

/** For development, where no contacts are configured. */
export const sampleContacts: Contacts = {
  email: 'support@fws.example',
  phone: '+91 80 0000 0000',
  hours: { en: 'Mon to Sat, 9 am to 7 pm', hi: 'सोम से शनि, सुबह 9 से शाम 7' },
  grievanceOfficer: 'Sample Officer',
  grievanceEmail: 'grievance@fws.example',
  address: '14, Sample Road, Shivajinagar, Pune 411005, Maharashtra',
  social: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/fws-example' },
    { name: 'Instagram', url: 'https://www.instagram.com/fws.example' },
    { name: 'YouTube', url: 'https://www.youtube.com/@fws-example' },
  ],
};

/**
 * Placeholders in pages that are rendered at build, before the contacts are known. The server's `fillContacts()` replaces
 * them.
 */
export const contactsTemplate: Contacts = {
  email: '{{email}}',
  phone: '{{phone}}',
  hours: { en: '{{hours}}', hi: '{{hours}}' },
  grievanceOfficer: '{{grievanceOfficer}}',
  grievanceEmail: '{{grievanceEmail}}',
  address: '{{address}}',
  social: SOCIAL_NETWORKS.map((name) => ({ name, url: `social:${name}` })),
};
