CREATE INDEX CONCURRENTLY IF NOT EXISTS report_case_hidden_author ON report_case (author_id, decided_at DESC, id DESC)
  WHERE decision IN ('take_down', 'suspend', 'ask_change');
