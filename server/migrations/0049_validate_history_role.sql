ALTER TABLE state_change VALIDATE CONSTRAINT state_change_role;
