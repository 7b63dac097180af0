-- A comment in a dispute can cite a message of the two sides. What it said is kept with the comment, because its writer may
-- still change it.

ALTER TABLE dispute_comment
  ADD COLUMN cited_number integer,
  ADD COLUMN cited_is_own boolean,
  ADD COLUMN cited_text text,
  ADD COLUMN cited_photos smallint,
  ADD COLUMN cited_file_name text,
  ADD COLUMN cited_sent_at timestamptz;
ALTER TABLE dispute_comment ADD CONSTRAINT dispute_comment_cited_check CHECK (
  num_nulls(cited_number, cited_is_own, cited_text, cited_photos, cited_file_name, cited_sent_at) IN (0, 6)) NOT VALID;
COMMENT ON COLUMN dispute_comment.cited_number IS 'The message.number of the job''s poster and worker that it cites; null: none';
COMMENT ON COLUMN dispute_comment.cited_is_own IS 'Whether its author wrote the message; null: it cites none';
COMMENT ON COLUMN dispute_comment.cited_text IS 'What the message said, as its author could read it; null: it cites none';
COMMENT ON COLUMN dispute_comment.cited_photos IS 'How many photos the message had; null: it cites none';
COMMENT ON COLUMN dispute_comment.cited_file_name IS 'The name of the PDF of the message; empty: it had none; null: it cites none';
COMMENT ON COLUMN dispute_comment.cited_sent_at IS 'When the message was sent; null: it cites none';
