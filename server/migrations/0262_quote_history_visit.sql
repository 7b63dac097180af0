-- An offer states a visit or not, so that the history says whether the visit was changed.

ALTER TABLE quote_history
  ADD COLUMN visit_date date,
  ADD COLUMN visit_window text,
  ADD COLUMN visit_fee_paise bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN quote_history.visit_date IS 'As quote.visit_date, with the two that follow; null: no visit, or an answer of the poster';
