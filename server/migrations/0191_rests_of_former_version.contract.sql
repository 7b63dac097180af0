-- Processes of the former version released and withdrew without recording it in wallet_release.
SELECT record_former_releases(true);
DROP FUNCTION record_former_releases(boolean);
