-- Reads the tables without keeping anybody from writing.
ALTER TABLE books_run VALIDATE CONSTRAINT books_run_kind_check;
ALTER TABLE admin_approval VALIDATE CONSTRAINT admin_approval_act_check;
ALTER TABLE admin_approval VALIDATE CONSTRAINT admin_approval_amount_paise_check;
