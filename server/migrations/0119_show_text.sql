-- FWS may show a text as it was written, where the contact filter hides what is no contact data.

ALTER TABLE report_case DROP CONSTRAINT report_case_decision_check;
ALTER TABLE report_case ADD CONSTRAINT report_case_decision_check
  CHECK (decision IN ('take_down', 'suspend', 'ask_change', 'leave', 'show_text')) NOT VALID;
