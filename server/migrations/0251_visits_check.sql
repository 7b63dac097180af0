ALTER TABLE quote VALIDATE CONSTRAINT quote_visit_check;
ALTER TABLE milestone VALIDATE CONSTRAINT milestone_kind_check;
ALTER TABLE dispute VALIDATE CONSTRAINT dispute_origin_check;
