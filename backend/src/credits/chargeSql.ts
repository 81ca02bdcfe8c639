import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS } from '@flyerdeck/contracts';

/**
 * Money inside the statements of posting, as CTEs, so that a charge and the claim it pays for are one.
 *
 * A page's `unused_charge_id` names the charge for which nothing has been posted yet. While it is set, the page is not
 * charged again, even when the 24 hours ran out unused; the posting that holds it (`charge_id`) gives it back by failing
 * definitely; the first post under it consumes it. A post of an earlier charge that is reported late does not.
 */

/**
 * CTEs `due`, `paid`, `fee`, `page_paid`, `claimable` over `page` (the locked row of pages) and `head` (the posting to claim).
 * `claimable` is `head` when the page is paid, had an unused charge, or has just been charged; else empty.
 */
export const chargeSql = `
  due AS (
    SELECT page.guid, page.owner_id, page.name AS page_name, head.id AS posting_id
    FROM page, head
    WHERE page.unused_charge_id IS NULL AND (page.paid_until IS NULL OR page.paid_until <= now())
  ),
  paid AS (
    -- Guarded: of two pages that reach for the last credits one waits for the row and then finds too little.
    UPDATE users u
    SET credits_balance = u.credits_balance - ${PAGE_DAY_CREDITS}, credits_spent = u.credits_spent + ${PAGE_DAY_CREDITS}
    FROM due
    WHERE u.id = due.owner_id AND u.credits_balance >= ${PAGE_DAY_CREDITS}
    RETURNING u.id, u.credits_balance
  ),
  fee AS (
    INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id)
    SELECT paid.id, 'spending', -${PAGE_DAY_CREDITS}, paid.credits_balance,
      'Posting fee for ' || coalesce(nullif(due.page_name, ''), 'a page') || ', ${PAGE_DAY_HOURS} hours',
      due.guid, due.posting_id
    FROM paid, due
    RETURNING id
  ),
  page_paid AS (
    UPDATE pages p
    SET paid_until = CASE WHEN p.paid_until > now() THEN p.paid_until ELSE now() + interval '${PAGE_DAY_HOURS} hours' END,
        credits_charged = CASE WHEN EXISTS (SELECT FROM fee) THEN ${PAGE_DAY_CREDITS} ELSE p.credits_charged END,
        unused_charge_id = coalesce((SELECT id FROM fee), p.unused_charge_id)
    FROM page
    WHERE p.guid = page.guid
      AND (EXISTS (SELECT FROM fee) OR (page.unused_charge_id IS NOT NULL AND p.paid_until <= now() AND EXISTS (SELECT FROM head)))
    RETURNING p.guid
  ),
  claimable AS (
    SELECT head.*, coalesce((SELECT id FROM fee), page.unused_charge_id) AS charge
    FROM head, page
    WHERE NOT EXISTS (SELECT FROM due) OR EXISTS (SELECT FROM fee)
  )`;

/** CTE that marks the charges of `moved` as used, where they are not: something was posted under them, or may have been. */
export const chargeUsedSql = (moved: string) => `
  ${moved}_used AS (
    UPDATE pages p SET unused_charge_id = NULL
    FROM ${moved} m WHERE p.guid = m.page_guid AND p.unused_charge_id = m.charge_id
    RETURNING p.guid
  )`;

/**
 * CTEs that give back what the definitely failed postings of `failed` were charged, if nothing was posted for it;
 * `<failed>_refunds` has one row a refund. `lockedPages` is a CTE with the locked rows of their pages (guid, unused_charge_id).
 * Not while another posting is in flight on the page: that one goes out under the same charge and decides.
 */
export const refundSql = (failed: string, lockedPages: string) => `
  ${failed}_refundable AS (
    SELECT DISTINCT ON (page.guid) m.id AS posting_id, m.owner_id, page.guid, page.name AS page_name, page.unused_charge_id
    FROM ${failed} m JOIN ${lockedPages} page ON page.guid = m.page_guid
    WHERE m.charge_id = page.unused_charge_id
      AND NOT EXISTS (
        SELECT FROM page_postings o
        WHERE o.page_guid = m.page_guid AND o.status = 'posting' AND o.id NOT IN (SELECT id FROM ${failed})
        OFFSET 0 -- Looked up page by page, not joined with all that is in flight.
      )
    ORDER BY page.guid, m.id
  ),
  ${failed}_refunded_users AS (
    UPDATE users u
    SET credits_balance = u.credits_balance + d.credits, credits_spent = u.credits_spent - d.credits
    FROM (SELECT owner_id, (count(*) * ${PAGE_DAY_CREDITS})::int AS credits FROM ${failed}_refundable GROUP BY owner_id) d
    WHERE u.id = d.owner_id
    RETURNING u.id, u.credits_balance, d.credits
  ),
  ${failed}_refunds AS (
    INSERT INTO credit_transactions
      (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, refund_of)
    SELECT r.owner_id, 'refund', ${PAGE_DAY_CREDITS},
      u.credits_balance - u.credits + (row_number() OVER (PARTITION BY r.owner_id ORDER BY r.guid))::int * ${PAGE_DAY_CREDITS},
      'Nothing was posted on ' || coalesce(nullif(r.page_name, ''), 'the page'), r.guid, r.posting_id, r.unused_charge_id
    FROM ${failed}_refundable r JOIN ${failed}_refunded_users u ON u.id = r.owner_id
    RETURNING page_guid
  ),
  ${failed}_unpaid AS (
    UPDATE pages p SET paid_until = NULL, unused_charge_id = NULL
    FROM ${failed}_refunds r WHERE p.guid = r.page_guid
    RETURNING p.guid
  )`;
