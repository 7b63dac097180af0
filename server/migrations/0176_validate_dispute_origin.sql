ALTER TABLE dispute VALIDATE CONSTRAINT dispute_origin_check;
