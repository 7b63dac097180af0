-- Webhooks that were refused, and jobs whose tries are used up, wait for a person.
ALTER TABLE provider_event
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN seen_at timestamptz,
  ADD COLUMN seen_by bigint REFERENCES user_account (id);
CREATE INDEX provider_event_unseen ON provider_event (received_at, id) WHERE verdict <> 'valid' AND seen_at IS NULL;

-- The queue's tables stay the owner's. Of what a job was given only ids are shown: the rest may be somebody's own.
CREATE VIEW failed_job AS
SELECT job.id, task.identifier AS task, job.attempts, job.created_at, job.updated_at AS failed_at,
  split_part(coalesce(job.last_error, ''), E'\n', 1) AS error,
  (SELECT coalesce(json_object_agg(given.key, given.value), '{}') FROM json_each(CASE json_typeof(job.payload) WHEN 'object' THEN job.payload ELSE '{}' END) given
    WHERE given.key ~ '(Id|^provider|^round)$' AND json_typeof(given.value) IN ('number', 'string')) AS about
FROM graphile_worker._private_jobs job
JOIN graphile_worker._private_tasks task ON task.id = job.task_id
WHERE job.attempts >= job.max_attempts AND job.locked_at IS NULL;
REVOKE ALL ON failed_job FROM fws_app;
GRANT SELECT ON failed_job TO fws_app;
CREATE INDEX fws_failed_job ON graphile_worker._private_jobs (updated_at, id)
  WHERE attempts >= max_attempts AND locked_at IS NULL;

-- All tries anew. False when it has not failed, or not any more.
CREATE FUNCTION retry_failed_job(job_id bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) > 0 FROM graphile_worker.reschedule_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id), run_at => now(), attempts => 0);
$$;
REVOKE ALL ON FUNCTION retry_failed_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retry_failed_job TO fws_app;

CREATE FUNCTION dismiss_failed_job(job_id bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) > 0 FROM graphile_worker.complete_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id));
$$;
REVOKE ALL ON FUNCTION dismiss_failed_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dismiss_failed_job TO fws_app;
