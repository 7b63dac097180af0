import type { SharedMessageId } from '@fws/contract/platform/messages';
import type admin from '../../../locales/en/admin.json';
import type alerts from '../../../locales/en/alerts.json';
import type backoffice from '../../../locales/en/backoffice.json';
import type business from '../../../locales/en/business.json';
import type connections from '../../../locales/en/connections.json';
import type contracts from '../../../locales/en/contracts.json';
import type dates from '../../../locales/en/dates.json';
import type disputes from '../../../locales/en/disputes.json';
import type identity from '../../../locales/en/identity.json';
import type jobs from '../../../locales/en/jobs.json';
import type jobsList from '../../../locales/en/jobs-list.json';
import type kyc from '../../../locales/en/kyc.json';
import type landing from '../../../locales/en/landing.json';
import type quotes from '../../../locales/en/quotes.json';
import type legal from '../../../locales/en/legal.json';
import type notifications from '../../../locales/en/notifications.json';
import type offline from '../../../locales/en/offline.json';
import type payouts from '../../../locales/en/payouts.json';
import type photos from '../../../locales/en/photos.json';
import type places from '../../../locales/en/places.json';
import type profile from '../../../locales/en/profile.json';
import type rests from '../../../locales/en/rests.json';
import type search from '../../../locales/en/search.json';
import type security from '../../../locales/en/security.json';
import type site from '../../../locales/en/site.json';
import type shell from '../../../locales/en/shell.json';
import type today from '../../../locales/en/today.json';
import type safety from '../../../locales/en/safety.json';
import type conversations from '../../../locales/en/conversations.json';
import type prices from '../../../locales/en/prices.json';
import type invitations from '../../../locales/en/invitations.json';
import type repeats from '../../../locales/en/repeats.json';
import type reliability from '../../../locales/en/reliability.json';
import type reviews from '../../../locales/en/reviews.json';
import type visits from '../../../locales/en/visits.json';
import type ui from '../../../locales/en/ui.json';

/** Each area adds its English file here. */
type Areas = {
  safety: typeof safety;
  conversations: typeof conversations;
  prices: typeof prices;
  invitations: typeof invitations;
  repeats: typeof repeats;
  reliability: typeof reliability;
  reviews: typeof reviews;
  visits: typeof visits;
  admin: typeof admin;
  alerts: typeof alerts;
  backoffice: typeof backoffice;
  business: typeof business;
  connections: typeof connections;
  contracts: typeof contracts;
  dates: typeof dates;
  disputes: typeof disputes;
  identity: typeof identity;
  jobs: typeof jobs;
  kyc: typeof kyc;
  landing: typeof landing;
  legal: typeof legal;
  notifications: typeof notifications;
  offline: typeof offline;
  payouts: typeof payouts;
  photos: typeof photos;
  places: typeof places;
  profile: typeof profile;
  quotes: typeof quotes;
  rests: typeof rests;
  search: typeof search;
  security: typeof security;
  site: typeof site;
};
/** Areas that are loaded with the screens that name them. */
export type Area = keyof Areas;

/** Every message id of the web. */
export type MessageId =
  | SharedMessageId
  | keyof typeof shell
  | keyof typeof ui
  | keyof typeof jobsList
  | keyof typeof today
  | { [A in Area]: keyof Areas[A] }[Area];
