-- A side that withdrew a dispute and raises another about the same milestone waits for FWS: until a person has looked at it,
-- the dispute holds no money and stops no clock. Its milestones have `lifted_at` meanwhile.
ALTER TABLE dispute ADD COLUMN waits_for_fws boolean NOT NULL DEFAULT false;
