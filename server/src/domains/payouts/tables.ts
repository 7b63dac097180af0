import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  payout_account: {
    place: COORDINATOR,
    columns: {
      plain: `id user_id kind beneficiary_id registered_at usable_from created_at wait_reason first_used_at
        removed_at signal_key_id destination_at`,
      personal: `account_number account_number_sealed account_ending ifsc bank_name upi_id holder_name
        name_at_bank address`,
    },
  },
  withdrawal: {
    place: COORDINATOR,
    columns: {
      plain: `id transfer_id user_id account_id state created_at finished_at sending_until next_check_at`,
      law: { keptFor: 'books', columns: 'destination amount_paise reason utr' },
    },
  },
  invoice: {
    place: COORDINATOR,
    columns: {
      plain: 'id milestone_id supplier_id recipient_id created_at owner_id',
      law: { keptFor: 'books', columns: 'serial kind amount_paise document' },
    },
  },
  invoice_series: {
    place: COORDINATOR,
    columns: {
      plain: 'year last',
    },
  },
};
