-- What 0122 allows is checked for what was there before, without keeping anybody waiting.

ALTER TABLE report_case VALIDATE CONSTRAINT report_case_subject_type_check;
