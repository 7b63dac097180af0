-- A wrong code whose answer was lost is sent again, and is no further try.

ALTER TABLE visit ADD COLUMN refused_codes text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN visit.refused_codes IS 'Those that wrong_codes counts: one that is sent again is not counted again';
