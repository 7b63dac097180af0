ALTER TABLE milestone VALIDATE CONSTRAINT milestone_wait;
