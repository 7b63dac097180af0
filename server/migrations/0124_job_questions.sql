-- What workers ask about a job before they quote, and what its poster answers.

CREATE TABLE job_question (
  job_id bigint NOT NULL REFERENCES job,
  id bigint GENERATED ALWAYS AS IDENTITY,
  worker_id bigint NOT NULL REFERENCES user_account,
  number integer NOT NULL,
  asked_at timestamptz NOT NULL,
  answer_number integer CHECK (answer_number > number),
  answered_at timestamptz,
  is_public boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job_id, id),
  UNIQUE (job_id, worker_id, number),
  FOREIGN KEY (job_id, worker_id, number) REFERENCES message,
  FOREIGN KEY (job_id, worker_id, answer_number) REFERENCES message,
  CHECK ((answer_number IS NULL) = (answered_at IS NULL)),
  CHECK (answer_number IS NOT NULL OR NOT is_public)
);
CREATE INDEX job_question_id ON job_question (id);
CREATE INDEX job_question_public ON job_question (job_id, answered_at DESC, id DESC) WHERE is_public;
CREATE INDEX job_question_open ON job_question (job_id, worker_id) WHERE answer_number IS NULL;
COMMENT ON TABLE job_question IS 'The words of a question and of its answer are messages of the conversation';
COMMENT ON COLUMN job_question.number IS 'Of the message that asks';
COMMENT ON COLUMN job_question.answer_number IS 'Of the message that answers; null: it waits for an answer';
COMMENT ON COLUMN job_question.is_public IS 'The poster shows question and answer to everybody who may read the job';
