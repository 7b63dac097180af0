-- The keys of what is there: of the time for which they are kept. This changes no row that anybody uses: new rows bring their
-- keys since 0151, and a row that is there already is not inserted again.
INSERT INTO notification_key (user_id, dedupe_key, created_at)
SELECT user_id, dedupe_key, created_at FROM notification WHERE created_at > now() - interval '90 days'
ON CONFLICT DO NOTHING;
INSERT INTO provider_event_key (provider, dedupe_key, received_at)
SELECT provider, dedupe_key, received_at FROM provider_event
ON CONFLICT DO NOTHING;
