CREATE INDEX CONCURRENTLY IF NOT EXISTS payout_account_signal_key ON payout_account (signal_key_id);
