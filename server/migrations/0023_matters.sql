-- What waits for a person can be decided by one: by when, what was decided, and what the provider said meanwhile.
ALTER TABLE needs_look
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  -- What a person decided; null where it came right by itself.
  ADD COLUMN resolution text CHECK (resolution ~ '^[a-z_]{1,20}$'),
  ADD CHECK (resolution IS NULL OR resolved_at IS NOT NULL);
UPDATE needs_look SET due_at = raised_at + interval '1 day';
DROP INDEX needs_look_waiting;
CREATE INDEX needs_look_due ON needs_look (due_at, id) WHERE resolved_at IS NULL;
-- Was this very thing seen to before?
CREATE INDEX needs_look_of ON needs_look (kind, subject) WHERE resolution IS NOT NULL;

-- Payments that fit no state wait there too, until their payers have them back.
INSERT INTO needs_look (kind, subject, amount_paise, detail, raised_at, due_at)
SELECT 'payment_unapplied', p.provider || ':' || p.payment_id, p.amount_paise, 'order ' || p.order_id, p.received_at,
  p.received_at + interval '1 day'
FROM payment p
WHERE NOT p.applied AND NOT EXISTS (
  SELECT FROM refund r WHERE r.order_id = p.order_id AND r.payment_id = p.payment_id AND r.state <> 'pending');

-- What a provider answered about a refund, a withdrawal, a chargeback, a settlement: a row each time its word changes.
CREATE TABLE provider_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  said text NOT NULL,
  note text NOT NULL DEFAULT '',
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX provider_answer_of ON provider_answer (subject, id DESC);

-- A loss that nobody will give back.
INSERT INTO ledger.account (code, class, guarded, hot) VALUES ('chargeback_loss', 'expense', false, true);
ALTER TABLE chargeback
  -- Of what was taken beyond escrow: no longer asked back from anybody.
  ADD COLUMN written_off_paise bigint NOT NULL DEFAULT 0,
  ADD CHECK (written_off_paise IN (0, receivable_paise));

ALTER TABLE admin_approval
  DROP CONSTRAINT admin_approval_act_check,
  ADD CONSTRAINT admin_approval_act_check CHECK (act IN ('dispute_settled', 'matter_decided'));
