-- The functions that change a state write its history too, with the role of whoever caused it. Only the milestones, orders,
-- refunds and chargebacks still have the trigger.
ALTER TABLE state_change ADD COLUMN by_role text;
-- Null: a trigger wrote the row, and it knows the user of the call only.
ALTER TABLE state_change ADD CONSTRAINT state_change_role
  CHECK (by_role IN ('poster', 'worker', 'user', 'admin', 'provider', 'system')) NOT VALID;
-- To be added to, as the audit log is, and changed by nobody.
GRANT INSERT (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at) ON state_change TO fws_app;

-- contract: 0047
DROP TRIGGER note_state ON job;
-- contract: 0047
DROP TRIGGER note_state ON quote;
-- contract: 0047
DROP TRIGGER note_state ON withdrawal;
-- contract: 0047
DROP TRIGGER note_state ON dispute;
