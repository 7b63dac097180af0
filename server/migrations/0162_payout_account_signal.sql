-- Under which key the account's signal was recorded (account_signal); NULL before signals existed.
ALTER TABLE payout_account ADD COLUMN signal_key_id text;
