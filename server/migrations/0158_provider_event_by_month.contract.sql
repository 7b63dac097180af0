-- Webhooks become a table of months. A process of the former version names the key of the whole table and could not add one
-- any more.
SELECT partition_by_month('provider_event', 'received_at', NULL);
DROP TRIGGER note_key ON provider_event_before;
DROP FUNCTION note_provider_event_key();
