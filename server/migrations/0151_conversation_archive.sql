-- Each side moves a conversation out of its lists. The next message of the other side brings it back.

ALTER TABLE conversation ADD COLUMN poster_archived boolean NOT NULL DEFAULT false;
ALTER TABLE conversation ADD COLUMN worker_archived boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN conversation.poster_archived IS 'Whether the poster has it in their archive';
COMMENT ON COLUMN conversation.worker_archived IS 'Whether the worker has it in their archive';
