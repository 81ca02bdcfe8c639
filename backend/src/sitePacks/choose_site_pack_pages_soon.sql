-- A job chooses the pages, because that takes longer than a report may.
CREATE OR REPLACE FUNCTION choose_site_pack_pages_soon() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('site_pack_rollout', job_key := 'site_pack_rollout', max_attempts := 1);
END $$;
