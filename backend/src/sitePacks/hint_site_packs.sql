-- Extensions should ask for their pack: sends a hint to all processes. Stages change rarely, so this NOTIFY is in the transaction.
CREATE OR REPLACE FUNCTION hint_site_packs() RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('flyerdeck_hints', '[{"kind":"site_packs"}]')
$$;
