-- Tables and stored values get the names that the code uses. Releases before this one do not run beside it.
-- contract: 0045
ALTER TABLE needs_look RENAME TO ops_case;
-- contract: 0045
ALTER TABLE audit_act RENAME TO audit_log;
-- contract: 0045
ALTER TABLE admin_look RENAME TO impersonation;
-- contract: 0045
ALTER TABLE provider_answer RENAME TO provider_status_log;
-- contract: 0045
ALTER TABLE provider_status_log RENAME COLUMN said TO status;
-- contract: 0045
ALTER TABLE payment RENAME COLUMN looked_at TO last_polled_at;
ALTER INDEX needs_look_open RENAME TO ops_case_open;
ALTER INDEX needs_look_due RENAME TO ops_case_due;
ALTER INDEX needs_look_of RENAME TO ops_case_subject;
ALTER INDEX audit_act_newest RENAME TO audit_log_newest;
ALTER INDEX audit_act_of_admin RENAME TO audit_log_admin;
ALTER INDEX audit_act_of_subject RENAME TO audit_log_subject;
ALTER INDEX admin_look_of_user RENAME TO impersonation_user;
ALTER INDEX provider_answer_of RENAME TO provider_status_log_subject;
ALTER INDEX payment_looked RENAME TO payment_last_polled;

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;

ALTER TABLE audit_log DISABLE TRIGGER append_only;
-- batch: a few thousand rows, because this precedes the first release
UPDATE audit_log SET
  act = CASE act
    WHEN 'appointed' THEN 'role_granted' WHEN 'dismissed' THEN 'role_revoked'
    WHEN 'looked' THEN 'viewed'
    WHEN 'look_begun' THEN 'impersonation_started' WHEN 'look_ended' THEN 'impersonation_ended'
    ELSE regexp_replace(act, '^matter_', 'case_') END,
  subject = CASE subject WHEN 'matter' THEN 'case' ELSE subject END
WHERE act IN ('appointed', 'dismissed', 'looked', 'look_begun', 'look_ended') OR act LIKE 'matter\_%'
  OR subject = 'matter';
ALTER TABLE audit_log ENABLE TRIGGER append_only;

-- contract: 0045
ALTER TABLE admin_approval DROP CONSTRAINT admin_approval_act_check;
-- batch: a few hundred rows, because this precedes the first release
UPDATE admin_approval SET act = 'case_decided' WHERE act = 'matter_decided';
ALTER TABLE admin_approval ADD CONSTRAINT admin_approval_act_check
  CHECK (act IN ('dispute_settled', 'case_decided', 'payouts_reopened')) NOT VALID;
