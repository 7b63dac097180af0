ALTER TABLE ledger.entry VALIDATE CONSTRAINT entry_before_months;
ALTER TABLE state_change VALIDATE CONSTRAINT before_months;
ALTER TABLE audit_log VALIDATE CONSTRAINT before_months;
ALTER TABLE notification VALIDATE CONSTRAINT before_months;
ALTER TABLE provider_event VALIDATE CONSTRAINT before_months;
