-- Transition functions write the history of every state now, so that no trigger is left that does. A row without a role
-- (by_role) was written by one of these.
-- contract: 0049
DROP TRIGGER note_state ON milestone;
-- contract: 0049
DROP TRIGGER note_state ON escrow_order;
-- contract: 0049
DROP TRIGGER note_state ON refund;
-- contract: 0049
DROP TRIGGER note_state ON chargeback;
-- contract: 0049
DROP FUNCTION note_state_change();
