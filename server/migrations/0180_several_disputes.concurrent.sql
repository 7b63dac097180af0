-- Disputes of different milestones of a job may be open together; dispute_milestone_one_open keeps one for each.
DROP INDEX CONCURRENTLY IF EXISTS dispute_one_open;
