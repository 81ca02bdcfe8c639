-- How long a post of the page takes from its claim to its report, by its latest posts: usually, and how much longer
-- at most. Few posts say little about that, so there is a least value.
CREATE OR REPLACE FUNCTION usual_post_time(of_page uuid) RETURNS TABLE (usual interval, spread interval) LANGUAGE sql STABLE AS $$
  SELECT coalesce(quantiles[1], default_post_time()), greatest(quantiles[2] - quantiles[1], default_post_spread())
  FROM (
    SELECT percentile_disc(ARRAY[0.5, 1]) WITHIN GROUP (ORDER BY duration) AS quantiles
    FROM (
      SELECT posted_at - claimed_at AS duration FROM page_postings
      WHERE page_guid = of_page AND posted_at IS NOT NULL
      ORDER BY greatest(posted_at, scheduled_for) DESC LIMIT 9
    ) latest
    WHERE duration BETWEEN interval '1 second' AND longest_post_time()
  ) known
$$;
