-- What everybody may see of a job. An unlisted job is on no public list, but its link opens it.
ALTER TABLE job
  ADD COLUMN unlisted boolean NOT NULL DEFAULT false,
  -- Locality and city, never more: "Kothrud, Pune". Empty where the location names no known place. Null: not found out yet.
  ADD COLUMN public_place text,
  -- The city in addresses of pages: "pune". Empty and null as above.
  ADD COLUMN city text;

-- What a poster has done here, for those who may quote. The counts change with the events that they count; a task counts
-- everything anew after an award, an answered quote and a release.
CREATE TABLE poster_record (
  poster_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  jobs_posted integer NOT NULL DEFAULT 0,
  jobs_awarded integer NOT NULL DEFAULT 0,
  released_paise bigint NOT NULL DEFAULT 0,
  quotes_answered integer NOT NULL DEFAULT 0,
  -- The median from a quote to its answer.
  answer_seconds bigint,
  releases integer NOT NULL DEFAULT 0,
  -- The median from the worker's request to the release.
  release_seconds bigint,
  -- Null until everything was counted once.
  counted_at timestamptz
);
CREATE INDEX poster_record_uncounted ON poster_record (poster_id) WHERE counted_at IS NULL;
INSERT INTO poster_record (poster_id) SELECT DISTINCT poster_id FROM job;
