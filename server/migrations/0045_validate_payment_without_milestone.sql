-- Reads the tables without keeping anybody from writing.
ALTER TABLE escrow_order VALIDATE CONSTRAINT escrow_order_milestone_known;
ALTER TABLE chargeback VALIDATE CONSTRAINT chargeback_milestone_known;
