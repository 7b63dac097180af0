-- What the poster of a job and a worker with a quote on it write to each other.

CREATE TABLE conversation (
  job_id bigint NOT NULL REFERENCES job,
  worker_id bigint NOT NULL REFERENCES user_account,
  poster_id bigint NOT NULL REFERENCES user_account,
  id bigint GENERATED ALWAYS AS IDENTITY,
  last_number integer NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  poster_read integer NOT NULL DEFAULT 0,
  worker_read integer NOT NULL DEFAULT 0,
  poster_unread integer NOT NULL DEFAULT 0,
  worker_unread integer NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, worker_id),
  CHECK (poster_id <> worker_id),
  CHECK (poster_read BETWEEN 0 AND last_number AND worker_read BETWEEN 0 AND last_number),
  CHECK (poster_unread BETWEEN 0 AND last_number AND worker_unread BETWEEN 0 AND last_number)
);
CREATE INDEX conversation_poster ON conversation (poster_id, last_at DESC, id DESC);
CREATE INDEX conversation_worker ON conversation (worker_id, last_at DESC, id DESC);
COMMENT ON TABLE conversation IS 'One for each job and worker. The lock of its row gives messages their numbers';
COMMENT ON COLUMN conversation.last_number IS 'The number of its newest message';
COMMENT ON COLUMN conversation.poster_read IS 'The number of the last message that the poster has seen';
COMMENT ON COLUMN conversation.worker_read IS 'The number of the last message that the worker has seen';
COMMENT ON COLUMN conversation.poster_unread IS 'Messages of the worker that the poster has not seen';
COMMENT ON COLUMN conversation.worker_unread IS 'Messages of the poster that the worker has not seen';

CREATE TABLE message (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  sender_id bigint NOT NULL REFERENCES user_account,
  client_id text NOT NULL CHECK (length(client_id) BETWEEN 8 AND 64),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  masked text,
  filter_version smallint NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (job_id, worker_id, number),
  UNIQUE (job_id, worker_id, sender_id, client_id),
  FOREIGN KEY (job_id, worker_id) REFERENCES conversation
);
COMMENT ON TABLE message IS 'What one side of a conversation wrote to the other. Rows are never deleted';
COMMENT ON COLUMN message.client_id IS 'Chosen by the client, so that a message that is sent again is stored once';
COMMENT ON COLUMN message.masked IS 'The text without contact data, as the other side reads it before award; null: nothing is hidden';
COMMENT ON COLUMN message.filter_version IS 'Of the contact filter that made masked';
