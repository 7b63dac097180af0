-- Why a rating is in no average: the accounts are linked, less than ₹100 was released to the worker, or nothing was. NULL
-- when it counts. `user_account.rating_sum` and `rating_count` are the sums of those that count.
ALTER TABLE rating ADD COLUMN uncounted_reason text;
ALTER TABLE rating ADD CONSTRAINT rating_uncounted_reason_check
  CHECK (uncounted_reason IN ('linked', 'small', 'unpaid')) NOT VALID;

-- The same of a completed contract, for `user_account.completed_projects`.
ALTER TABLE contract ADD COLUMN uncounted_reason text;
ALTER TABLE contract ADD CONSTRAINT contract_uncounted_reason_check
  CHECK (uncounted_reason IN ('linked', 'small', 'unpaid')) NOT VALID;
