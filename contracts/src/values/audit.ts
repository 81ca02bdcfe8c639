export const AUDIT_PAGE_SIZE = 50;

/** Audit events: changes of a user by an admin, and exports. Never deleted. */
export const AUDIT_EVENT_LABELS = {
  activated: 'Activated',
  deactivated: 'Deactivated',
  promoted: 'Made admin',
  demoted: 'Admin privileges removed',
  credits_adjusted: 'Credits adjusted',
  purchase_booked: 'Purchase booked',
  sessions_ended: 'Sessions ended',
  exported: 'List exported',
  postings_retried: 'Postings retried',
  site_pack_published: 'Site pack published',
  site_pack_approved: 'Site pack approved',
  site_pack_withdrawn: 'Site pack withdrawn',
} as const;
export type AuditEventName = keyof typeof AUDIT_EVENT_LABELS;
export const AUDIT_EVENT_NAMES = Object.keys(AUDIT_EVENT_LABELS) as AuditEventName[];
