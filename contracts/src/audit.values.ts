export const AUDIT_PAGE_SIZE = 50;

export const AUDIT_EVENT_LABELS = {
  activated: 'Activated',
  deactivated: 'Deactivated',
  promoted: 'Made admin',
  demoted: 'Admin privileges removed',
  credits_adjusted: 'Credits adjusted',
  credits_batch: 'Credits of many users adjusted',
  users_activated: 'Users activated',
  users_deactivated: 'Users deactivated',
  claims_paused: 'Posting paused for everybody',
  claims_resumed: 'Posting resumed for everybody',
  purchase_booked: 'Purchase booked',
  purchase_reversed: 'Purchase reversed',
  stars_refund_requested: 'Refund of Stars requested',
  sessions_ended: 'Sessions ended',
  exported: 'List exported',
  user_viewed: 'User viewed',
  postings_retried: 'Postings retried',
  site_pack_published: 'Site pack published',
  site_pack_undone: 'Site pack undone',
  report_deleted: 'Problem report deleted',
  erased: 'Account erased',
} as const;
export type AuditEventName = keyof typeof AUDIT_EVENT_LABELS;
export const AUDIT_EVENT_NAMES = Object.keys(AUDIT_EVENT_LABELS) as AuditEventName[];
