-- The owners whose posts decide: established ones if there are enough, else all. needed: how many must agree.
CREATE OR REPLACE FUNCTION site_pack_voters(OUT needed integer, OUT only_established boolean) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT count(*) INTO needed FROM (
    SELECT FROM users u
    WHERE is_established(u) AND EXISTS (
      SELECT FROM pages g WHERE g.owner_id = u.id AND g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
        AND g.last_polled_at > now() - interval '7 days'
    )
    LIMIT site_pack_owners()
  ) established;
  only_established := needed = site_pack_owners();
  IF NOT only_established THEN
    SELECT greatest(1, count(*)) INTO needed FROM (
      SELECT FROM users u
      WHERE u.is_active AND EXISTS (
        SELECT FROM pages g WHERE g.owner_id = u.id AND g.unlinked_at IS NULL AND g.site_pack_version IS NOT NULL
          AND g.last_polled_at > now() - interval '7 days'
      )
      LIMIT site_pack_owners()
    ) everybody;
  END IF;
END $$;
