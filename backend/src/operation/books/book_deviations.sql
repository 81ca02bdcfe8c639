-- What the books do not explain: a row for each deviation, none if all is in order. SELECT * FROM book_deviations() checks everything.
-- With charges_since, rules 2 and 4 leave out older charges, so that the time does not grow with their number.
-- It is one statement and sees one moment, so claims, reports and refunds may go on meanwhile.
CREATE OR REPLACE FUNCTION book_deviations(charges_since timestamptz DEFAULT '-infinity')
RETURNS TABLE (rule text, ids text, expected text, found text) LANGUAGE sql STABLE
  SET work_mem = '64MB' SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
  WITH charge AS MATERIALIZED (
    SELECT c.id, c.seq, c.user_id, c.page_guid, c.posting_id, c.created_at, r.id IS NOT NULL AS is_refunded
    FROM credit_transactions c LEFT JOIN credit_transactions r ON r.refund_of = c.id
    WHERE c.transaction_type = 'spending' AND c.created_at >= charges_since
  )

  -- 1. The balance of a user is the sum of the ledger, and so is what they bought and spent.
  SELECT 'balance', 'user ' || u.id, format('balance %s, bought %s, spent %s', coalesce(l.balance, 0), coalesce(l.bought, 0), coalesce(l.spent, 0)),
    format('balance %s, bought %s, spent %s', u.credits_balance, u.credits_purchased, u.credits_spent)
  FROM users u LEFT JOIN (
    SELECT user_id, sum(amount) AS balance, coalesce(sum(amount) FILTER (WHERE transaction_type = 'purchase'), 0) AS bought,
      coalesce(-sum(amount) FILTER (WHERE transaction_type = 'spending' OR (transaction_type = 'refund' AND refund_of IS NOT NULL)), 0) AS spent
    FROM credit_transactions GROUP BY user_id
  ) l ON l.user_id = u.id
  WHERE (u.credits_balance, u.credits_purchased, u.credits_spent)
    <> (coalesce(l.balance, 0), coalesce(l.bought, 0), coalesce(l.spent, 0))

  -- 2. A charge was taken for a claimed posting of the page. It was refunded, or a posting of the page has ended since and used it,
  -- or it is the page's unused day. OFFSET 0: each posting by its key, and not all of them.
  UNION ALL
  SELECT 'charge', format('charge %s, page %s, posting %s', c.id, c.page_guid, c.posting_id), 'a posting that used it, an unused day or a refund',
    CASE WHEN p.is_claimed THEN 'none of them' ELSE 'no posting of this page that was claimed for it' END
  FROM charge c LEFT JOIN LATERAL (
    SELECT page_guid = c.page_guid AND owner_id = c.user_id AND claimed_at >= c.created_at AS is_claimed, posted_visits + failed_visits > 0 AS has_ended
    FROM page_postings WHERE id = c.posting_id OFFSET 0
  ) p ON true
  WHERE p.is_claimed IS NOT TRUE OR (NOT p.has_ended AND NOT c.is_refunded
    AND NOT EXISTS (SELECT FROM pages g WHERE g.guid = c.page_guid AND g.unused_charge_id = c.id)
    AND NOT EXISTS (
      SELECT FROM page_postings q
      WHERE q.page_guid = c.page_guid AND q.claimed_at >= c.created_at AND q.posted_visits + q.failed_visits > 0))
  UNION ALL
  SELECT 'charge', format('page %s, charge %s', g.guid, g.unused_charge_id), 'an unused day that was charged and not refunded',
    CASE WHEN c.id IS NULL THEN 'no charge of this page' ELSE 'a refunded charge' END
  FROM pages g
  LEFT JOIN credit_transactions c
    ON c.id = g.unused_charge_id AND c.transaction_type = 'spending' AND c.page_guid = g.guid AND c.user_id = g.owner_id
  WHERE g.unused_charge_id IS NOT NULL
    AND (c.id IS NULL OR EXISTS (SELECT FROM credit_transactions r WHERE r.refund_of = c.id))

  -- 3. A refund gives one charge back, and a reversal takes one purchase back. A unique index ensures that this happens once.
  UNION ALL
  SELECT 'refund', format('entry %s of entry %s', r.id, r.refund_of),
    coalesce(format('%s credits, of a %s', -c.amount, c.transaction_type), 'the charge that it gives back'),
    format('%s credits, a %s', r.amount, r.transaction_type)
  FROM credit_transactions r LEFT JOIN credit_transactions c ON c.id = r.refund_of
  WHERE (r.refund_of IS NOT NULL OR (r.transaction_type = 'refund' AND r.admin_id IS NULL))
    AND (c.user_id, c.amount, c.page_guid, c.transaction_type) IS DISTINCT FROM
      (r.user_id, -r.amount, r.page_guid, CASE r.transaction_type WHEN 'refund' THEN 'spending' ELSE 'purchase' END)

  -- When Telegram has given the Stars of a purchase back, its credits were taken back. They are missing if the user had spent them meanwhile.
  UNION ALL
  SELECT 'refund', format('purchase %s, payment %s', c.id, s.charge_id), format('%s credits taken back', c.amount), 'none'
  FROM star_payments s JOIN credit_transactions c ON c.id = s.transaction_id
  WHERE s.refunded_at IS NOT NULL AND NOT EXISTS (SELECT FROM credit_transactions r WHERE r.refund_of = c.id)

  -- 4. A page is charged once in 24 hours, unless the charge was refunded.
  UNION ALL
  SELECT 'window', format('page %s, charges %s and %s', page_guid, former_id, id),
    format('not before %s', former_at + page_day()), format('at %s', created_at)
  FROM (
    SELECT page_guid, id, created_at, lag(id) OVER of_page AS former_id, lag(created_at) OVER of_page AS former_at
    FROM charge WHERE NOT is_refunded AND page_guid IS NOT NULL WINDOW of_page AS (PARTITION BY page_guid ORDER BY created_at, seq)
  ) c
  WHERE created_at < former_at + page_day()

  -- 5. The counts of a task are its postings without duplicates. Counts of assistants and the admin's statistics are sums of them.
  UNION ALL
  SELECT 'count', 'task ' || t.id,
    format('%s pending, %s posting, %s posted, %s completed, %s failed', coalesce(p.pending, 0), coalesce(p.posting, 0),
      coalesce(p.posted, 0), coalesce(p.completed, 0), coalesce(p.failed, 0)),
    format('%s pending, %s posting, %s posted, %s completed, %s failed', t.pending_count, t.posting_count, t.posted_count,
      t.completed_count, t.failed_count)
  FROM tasks t LEFT JOIN (
    SELECT task_id, count(*) FILTER (WHERE status = 'pending') AS pending, count(*) FILTER (WHERE status = 'posting') AS posting,
      count(*) FILTER (WHERE status = 'posted') AS posted, count(*) FILTER (WHERE status = 'completed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed
    FROM page_postings WHERE NOT is_duplicate GROUP BY task_id
  ) p ON p.task_id = t.id
  WHERE (t.pending_count, t.posting_count, t.posted_count, t.completed_count, t.failed_count)
    <> (coalesce(p.pending, 0), coalesce(p.posting, 0), coalesce(p.posted, 0), coalesce(p.completed, 0), coalesce(p.failed, 0))
$$;
