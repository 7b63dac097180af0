import type common from '../../locales/en/common.json';
import type identity from '../../locales/en/identity.json';
import type jobs from '../../locales/en/jobs.json';
import type quotes from '../../locales/en/quotes.json';
import type contracts from '../../locales/en/contracts.json';
import type payouts from '../../locales/en/payouts.json';
import type kyc from '../../locales/en/kyc.json';
import type profile from '../../locales/en/profile.json';
import type connections from '../../locales/en/connections.json';
import type business from '../../locales/en/business.json';
import type disputes from '../../locales/en/disputes.json';
import type admin from '../../locales/en/admin.json';
import type office from '../../locales/en/backoffice.json';
import type deliveries from '../../locales/en/deliveries.json';
import type notifications from '../../locales/en/notifications.json';
import type photos from '../../locales/en/photos.json';
import type uploads from '../../locales/en/uploads.json';
import type rests from '../../locales/en/rests.json';
import type search from '../../locales/en/search.json';
import type safety from '../../locales/en/safety.json';
import type repeats from '../../locales/en/repeats.json';
import type reliability from '../../locales/en/reliability.json';
import type reviews from '../../locales/en/reviews.json';
import type visits from '../../locales/en/visits.json';
import type conversations from '../../locales/en/conversations.json';
import type invitations from '../../locales/en/invitations.json';
import type server from '../../locales/en/server.json';

/** The ids of the messages that the server and the web share. Texts are ICU, in `contract/locales/<locale>/`. */
export type SharedMessageId =
  | keyof typeof common
  | keyof typeof identity
  | keyof typeof jobs
  | keyof typeof quotes
  | keyof typeof contracts
  | keyof typeof payouts
  | keyof typeof kyc
  | keyof typeof profile
  | keyof typeof connections
  | keyof typeof business
  | keyof typeof disputes
  | keyof typeof admin
  | keyof typeof office
  | keyof typeof deliveries
  | keyof typeof notifications
  | keyof typeof photos
  | keyof typeof uploads
  | keyof typeof rests
  | keyof typeof search
  | keyof typeof safety
  | keyof typeof repeats
  | keyof typeof reliability
  | keyof typeof reviews
  | keyof typeof visits
  | keyof typeof conversations
  | keyof typeof invitations
  | keyof typeof server;

export const LOCALES = ['en', 'hi'] as const;
export type Locale = (typeof LOCALES)[number];

/** Shown in place of a missing text: "quotes.part_initial" is "part initial". */
export const spellOutId = (id: string): string =>
  (id.split('.').at(-1) ?? id)
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
