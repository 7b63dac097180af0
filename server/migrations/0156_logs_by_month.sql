-- The history of states and the audit log become tables of months. Their old tables are the first partitions.
-- contract: 0153
SELECT partition_by_month('state_change', 'at', NULL);
-- contract: 0153
SELECT partition_by_month('audit_log', 'at', 'public.refuse_audit_change');
