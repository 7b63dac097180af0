ALTER TABLE ledger.entry VALIDATE CONSTRAINT entry_before_months;
