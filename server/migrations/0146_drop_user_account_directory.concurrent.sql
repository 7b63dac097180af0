DROP INDEX CONCURRENTLY IF EXISTS user_account_directory;
