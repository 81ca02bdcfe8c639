/**
 * All files of SQL functions, relative to backend/src and without .sql. Each has one function and the triggers that call it.
 * They are created in this order. A function in SQL comes after those that it calls; one in plpgsql may come before.
 */
export const FUNCTION_FILES = [
  'tasks/status_by_counts',
  'tasks/status_now',
  'assistants/assistant_status',

  'auth/end_sessions_of_deactivated_user',
  'admin/audit/refuse_audit_change',

  'files/flyer_bytes_of',
  'files/add_flyer_file',
  'files/mark_screenshot',
  'files/list_unused_blobs',

  'bot/record_lack_of_credits',
  'bot/enqueue_screenshot_delivery',

  'credits/refuse_ledger_change',
  'credits/needs_fee',
  'credits/charge_pages',
  'credits/pay_page_day',
  'credits/refund_charge',

  'queue/is_in_hours',
  'queue/next_time_in_hours',
  'queue/permitted_time',
  'queue/counted_times',
  'queue/permitted_time_of_page',
  'queue/may_post_now',
  'queue/count_pending_postings',
  'queue/claim_posting',
  'queue/claim_postings',

  'postings/page_postings_before_status',
  'postings/page_postings_after_update',
  'postings/is_wanted',
  'postings/keep_owners_of',
  'postings/extend_leases',
  'postings/extend_lease',
  'postings/went_out_since',
  'postings/note_refusal',
  'postings/mark_posted',
  'postings/report_claim',
  'postings/report_failure',
  'postings/report_posted_claims',
  'postings/end_lost_claims',
  'postings/sweep_leases',
  'postings/lock_pages_of',
  'postings/cancel_postings',
  'postings/cancel_postings_of_assistant',
  'postings/cancel_postings_of_unlinked_pages',
  'postings/cancel_postings_of_offline_pages',

  'screenshots/set_screenshot_owner',
  'screenshots/claim_due_screenshots',

  'feedChecks/feed_checks_of',
  'feedChecks/report_feed_check',

  'sitePacks/hint_site_packs',
  'sitePacks/is_established',
  'sitePacks/keeps_from_pack',
  'sitePacks/site_pack_voters',
  'sitePacks/count_site_pack_votes',
  'sitePacks/choose_site_pack_pages',
  'sitePacks/choose_site_pack_pages_soon',
  'sitePacks/approve_site_pack',
  'sitePacks/withdraw_site_pack',
  'sitePacks/site_pack_confirmed',
  'sitePacks/site_pack_failed',
  'sitePacks/page_postings_site_pack',
] as const;
