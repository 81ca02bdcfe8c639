-- plpgsql, because its query then sees what was committed while the calling statement waited for the page's row.
CREATE OR REPLACE FUNCTION went_out_since(of_page uuid, but_posting uuid, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM page_postings p
    WHERE p.page_guid = of_page AND p.publish_at IS NOT NULL AND p.id <> but_posting AND p.claimed_at >= moment
      AND (p.status IN ('posting', 'posted', 'completed') OR p.error_code = 'unconfirmed')
  );
END $$;
