import * as z from 'zod/mini';
import * as calls from '@fws/contract/enquiries/calls';
import type { AppLinks } from '@fws/contract/enquiries/schemas';
import { replyWithData, translateCall } from './translation.ts';

const appLinksReply = z.object({
  google_play: z.nullable(z.string()),
  app_store: z.nullable(z.string()),
});

export const enquiryTranslations = [
  translateCall(calls.enquireForBusiness, {
    fields: {
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
    },
  }),
  translateCall(calls.appLinks, {
    reply: replyWithData(appLinksReply, ({ googlePlay, appStore }: AppLinks) => ({
      google_play: googlePlay,
      app_store: appStore,
    })),
  }),
];
