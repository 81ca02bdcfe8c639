export const AUDIT_PAGE_SIZE = 50;

/** Audit events: changes of a user by an admin, and exports. Never deleted. */
export const ADMIN_ACT_LABELS = {
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
export type AdminActWord = keyof typeof ADMIN_ACT_LABELS;
export const ADMIN_ACTS = Object.keys(ADMIN_ACT_LABELS) as AdminActWord[];
