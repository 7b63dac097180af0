-- Whoever reports "change the price, or a bad review" is asked for what was written; FWS keeps it with the report.

ALTER TABLE report ADD COLUMN messages jsonb;
COMMENT ON COLUMN report.messages IS
  'The newest messages of the two about the job when it was reported, the oldest first, for who decides; null: none belong to it';
