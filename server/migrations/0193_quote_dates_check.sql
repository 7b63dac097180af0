ALTER TABLE quote VALIDATE CONSTRAINT quote_dates_check;
