/** Every message id of the web. Each area adds its English file here. */
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type contracts from '../../../locales/en/contracts.json';
import type identity from '../../../locales/en/identity.json';
import type jobs from '../../../locales/en/jobs.json';
import type jobsList from '../../../locales/en/jobs-list.json';
import type kyc from '../../../locales/en/kyc.json';
import type landing from '../../../locales/en/landing.json';
import type quotes from '../../../locales/en/quotes.json';
import type legal from '../../../locales/en/legal.json';
import type notifications from '../../../locales/en/notifications.json';
import type payouts from '../../../locales/en/payouts.json';
import type places from '../../../locales/en/places.json';
import type profile from '../../../locales/en/profile.json';
import type shell from '../../../locales/en/shell.json';
import type ui from '../../../locales/en/ui.json';

export type MessageId =
  | SharedMessageId
  | keyof typeof contracts
  | keyof typeof identity
  | keyof typeof kyc
  | keyof typeof landing
  | keyof typeof legal
  | keyof typeof notifications
  | keyof typeof payouts
  | keyof typeof places
  | keyof typeof profile
  | keyof typeof shell
  | keyof typeof ui
  | keyof typeof jobs
  | keyof typeof jobsList
  | keyof typeof quotes;
