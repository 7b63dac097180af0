-- "Your reports" links what was reported.

ALTER TABLE report_case ADD COLUMN path text;
COMMENT ON COLUMN report_case.path IS 'The screen that shows it to those who may see it. Null: none';
