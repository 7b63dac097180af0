-- A restored database may lack the job that a payment was for. Its order then names neither a milestone nor a payer: it is
-- one that has ended, and whatever the provider took for it goes back.
ALTER TABLE escrow_order
  ALTER COLUMN milestone_id DROP NOT NULL,
  ALTER COLUMN poster_id DROP NOT NULL,
  ADD CONSTRAINT escrow_order_milestone_known CHECK (
    CASE WHEN milestone_id IS NULL THEN poster_id IS NULL AND state IN ('expired', 'unapplied')
      ELSE poster_id IS NOT NULL END) NOT VALID;

-- Banks ask for such a payment back like for any other, never out of escrow.
ALTER TABLE chargeback
  ALTER COLUMN milestone_id DROP NOT NULL,
  ADD CONSTRAINT chargeback_milestone_known CHECK (milestone_id IS NOT NULL OR escrow_paise = 0) NOT VALID;

-- Where a payout provider lists no transfers, a comparison takes the lines of its statement from whoever asks for it.
ALTER TABLE books_run ADD COLUMN statement jsonb;
