-- Notifications become a table of months. A process of the former version names the key of the whole table and could not add
-- one any more.
SELECT partition_by_month('notification', 'created_at', NULL, 'notification_of_user');
DROP TRIGGER note_key ON notification_before;
DROP FUNCTION note_notification_key();
