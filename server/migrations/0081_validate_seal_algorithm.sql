ALTER TABLE ledger.day_seal VALIDATE CONSTRAINT day_seal_algorithm;
