-- The history of states and the audit log become tables of months. Their old tables are the first partitions. They have no
-- key that statements name, so processes of the former version go on.
SELECT partition_by_month('state_change', 'at', NULL);
SELECT partition_by_month('audit_log', 'at', 'public.refuse_audit_change');
