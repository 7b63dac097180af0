import type * as z from 'zod/mini';
import { dataReply } from '../platform/call.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import type { AppLinks } from './model.ts';
import type { appLinksWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const businessForm = wireForm(schema('businessEnquiry'), {
  name: 'name',
  purpose: 'purpose',
  heardFrom: 'fws_known',
  company: 'company',
  phone: 'phone',
  email: 'email',
  address1: 'address1',
  address2: 'address2',
  address3: 'address3',
  requirement: 'post_requirement',
});

export const appLinksReply = dataReply<AppLinks, z.infer<typeof appLinksWire>>(
  schema('appLinksWire'),
  ({ googlePlay, appStore }) => ({ google_play: googlePlay, app_store: appStore }),
  (wire) => ({ googlePlay: wire.google_play, appStore: wire.app_store }),
);
