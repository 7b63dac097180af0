-- Words of jobs stay although their job has closed, or a newer contact filter hides them. After a rebuild those of earlier
-- versions are deleted.

ALTER TABLE search_term ADD COLUMN version integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN search_term.version IS 'The newest search_job.version that wrote it';
