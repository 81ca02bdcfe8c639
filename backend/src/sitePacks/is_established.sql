-- An owner of some age who has paid for posts: a fee is kept only if something was posted under it.
CREATE OR REPLACE FUNCTION is_established(u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT u.is_active AND u.created_at <= now() - site_pack_voter_age() AND u.credits_spent > 0
$$;
