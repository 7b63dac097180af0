import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  price_hint: {
    place: COORDINATOR,
    columns: {
      plain: 'city category_id low_paise middle_paise high_paise quotes_from counted_until',
    },
  },
};

export interface PriceHintTable {
  city: string;
  category_id: number;
  low_paise: number;
  middle_paise: number;
  high_paise: number;
  quotes_from: number;
  counted_until: Date;
}
declare module '../../platform/db/tables.ts' {
  interface Database {
    price_hint: PriceHintTable;
  }
}
