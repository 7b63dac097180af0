-- What 0260 allows is checked for what was there before, without keeping anybody waiting.

ALTER TABLE job_ending VALIDATE CONSTRAINT job_ending_waiver_check;
