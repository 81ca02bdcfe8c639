-- {name} and {username} are those of the page, {a|b|c} is one of the alternatives, {{ is a brace. Any other text stays as it is.
-- A page gets always the same alternative of a text. Names are inserted last, so that nothing in them is replaced.
CREATE OR REPLACE FUNCTION text_for_page(description text, page pages) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN strpos(description, '{') = 0 THEN description ELSE (
    SELECT coalesce(string_agg(
      CASE token
        WHEN '{{' THEN '{'
        WHEN '{name}' THEN page_name(page)
        WHEN '{username}' THEN coalesce(nullif(page.username, ''), nullif(page.name, ''), page.creator_id)
        ELSE token
      END, '' ORDER BY part, place), '')
    FROM (
      SELECT part, CASE WHEN choices IS NULL THEN whole
        ELSE choices[1 + abs(hashtextextended(page.guid || description, part) % cardinality(choices))] END AS chosen
      FROM (
        SELECT part, found[1] AS whole,
          CASE WHEN found[1] LIKE '{%|%}' THEN string_to_array(substr(found[1], 2, length(found[1]) - 2), '|') END AS choices
        FROM regexp_matches(description, '(\{\{|\{(?:user)?name\}|\{[^{}|]*(?:\{(?:user)?name\}[^{}|]*)*(?:\|[^{}|]*(?:\{(?:user)?name\}[^{}|]*)*)+\}|\{|[^{]+)', 'g')
          WITH ORDINALITY AS parts (found, part)
      ) read
    ) picked
    CROSS JOIN LATERAL regexp_matches(chosen, '(\{\{|\{(?:user)?name\}|\{|[^{]+)', 'g') WITH ORDINALITY AS tokens (found, place)
    CROSS JOIN LATERAL (SELECT found[1] AS token) t
  ) END
$$;
