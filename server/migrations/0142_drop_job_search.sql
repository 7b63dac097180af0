-- No release has used it.
-- contract: 0141
DROP TABLE job_search;
