import type { Generated } from 'kysely';
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

export interface BusinessEnquiryTable {
  id: Generated<number>;
  name: string;
  purpose: string;
  heard_from: string;
  company: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  address3: string;
  requirement: string;
  user_id: number | null;
  created_at: Date;
  answered_at: Generated<Date | null>;
  answered_by: Generated<number | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    business_enquiry: BusinessEnquiryTable;
  }
}
