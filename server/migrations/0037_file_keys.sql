-- Files that nobody but their own people may see lie encrypted in the store, each with a key of its own. The key is
-- sealed with FWS_SECRET; null: the bytes lie as they came.
ALTER TABLE file ADD COLUMN sealed_key bytea;
CREATE INDEX file_sealed ON file (id) WHERE sealed_key IS NOT NULL;
-- What was stored before, for the task that encrypts it.
CREATE INDEX file_video_unsealed ON file (id) WHERE subject = 'identity_video' AND sealed_key IS NULL;
