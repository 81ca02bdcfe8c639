-- Times in the future or before the claim are corrected: otherwise the limits of the page would not count the post. An id that another
-- posting has is not stored. The caller holds the pages' rows, and has found that the reports may change the postings.
CREATE OR REPLACE FUNCTION mark_posted(of_postings uuid[], token_hashes bytea[], external_ids text[], said_posted_at timestamptz[])
RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE pages g SET unused_charge_id = NULL
  FROM page_postings p
  WHERE p.id = ANY (of_postings) AND g.guid = p.page_guid AND g.unused_charge_id = p.charge_id;
  UPDATE page_postings p
  SET status = 'posted', report = 'posted', claim_token_hash = i.token_hash,
    external_post_id = CASE WHEN NOT is_post_of_another(p.page_guid, i.external_id, p.id) THEN i.external_id END,
    posted_at = least(greatest(p.claimed_at, coalesce(i.said_at, now())), now()), expired_lease_count = 0, error_message = NULL,
    error_code = NULL
  FROM unnest(of_postings, token_hashes, external_ids, said_posted_at) i (posting_id, token_hash, external_id, said_at)
  WHERE p.id = ANY (of_postings) AND p.id = i.posting_id;
  INSERT INTO pending_screenshots (posting_id) SELECT unnest(of_postings) ON CONFLICT DO NOTHING;
END $$;
