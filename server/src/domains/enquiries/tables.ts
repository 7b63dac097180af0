import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  business_enquiry: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id created_at answered_at answered_by',
      personal: 'name company phone email address1 address2 address3 heard_from',
      words: 'purpose requirement',
    },
  },
  notify_me: {
    place: COORDINATOR,
    columns: {
      plain: 'locale created_at',
      personal: 'email',
    },
  },
};
