-- What 0114 lets somebody write is checked for what was there before, without keeping anybody waiting.

ALTER TABLE report_case VALIDATE CONSTRAINT report_case_decision_check;
ALTER TABLE report_case VALIDATE CONSTRAINT report_case_check2;
ALTER TABLE report_case VALIDATE CONSTRAINT report_case_change_state_check;
ALTER TABLE job VALIDATE CONSTRAINT job_held_back_check;
ALTER TABLE quote VALIDATE CONSTRAINT quote_held_back_check;
ALTER TABLE profile VALIDATE CONSTRAINT profile_held_back_check;
