-- Each side mutes a conversation for itself: it is not notified of what stays unread.

ALTER TABLE conversation ADD COLUMN poster_muted boolean NOT NULL DEFAULT false;
ALTER TABLE conversation ADD COLUMN worker_muted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN conversation.poster_muted IS 'Whether the poster is not notified of unread messages';
COMMENT ON COLUMN conversation.worker_muted IS 'Whether the worker is not notified of unread messages';
