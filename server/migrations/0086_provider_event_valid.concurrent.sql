CREATE INDEX CONCURRENTLY IF NOT EXISTS provider_event_valid ON provider_event (received_at) WHERE verdict = 'valid';
