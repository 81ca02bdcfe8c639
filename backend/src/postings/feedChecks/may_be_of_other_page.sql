-- A posting with the same text was pressed at that time on another page, and the site then acted for the account of this page.
CREATE OR REPLACE FUNCTION may_be_of_other_page(of_posting uuid, earliest timestamptz, latest timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM page_postings own
    JOIN pages g ON g.guid = own.page_guid
    JOIN tasks own_task ON own_task.id = own.task_id
    JOIN page_postings p ON p.other_creator_id = g.creator_id AND p.page_guid <> g.guid
    JOIN tasks t ON t.id = p.task_id
      AND coalesce(p.page_text, t.description) = coalesce(own.page_text, own_task.description)
    WHERE own.id = of_posting AND p.status = 'failed' AND p.claimed_at BETWEEN earliest AND latest
  )
$$;
