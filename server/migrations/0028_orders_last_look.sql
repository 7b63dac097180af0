-- An order is asked about until it was asked once two days after its end, however long nobody could: what is left to
-- ask about is then few rows, and the index holds just these.
DROP INDEX escrow_order_unsettled;
CREATE INDEX escrow_order_unsettled ON escrow_order (checked_at NULLS FIRST, created_at)
  WHERE state IN ('created', 'active', 'expired', 'terminated')
    AND (checked_at IS NULL OR checked_at - expires_at < interval '2 days');
