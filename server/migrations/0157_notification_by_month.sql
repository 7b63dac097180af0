-- Notifications become a table of months. A process of the former version, which names the key of the whole table, cannot
-- add one any more: its task fails and is run again by a process of this version.
-- contract: 0151
DROP TRIGGER note_key ON notification;
-- contract: 0151
DROP FUNCTION note_notification_key();
ALTER TABLE notification DROP CONSTRAINT notification_pkey;
ALTER TABLE notification ADD CONSTRAINT notification_pkey PRIMARY KEY USING INDEX notification_of_user;
-- contract: 0153
SELECT partition_by_month('notification', 'created_at', NULL);
