import type {
  AdminStats,
  AdminUser,
  AdminUserDetail,
  AuditEvent,
  CreditUser,
  LedgerEntry,
  TrendDay,
  UserActivity,
} from '@flyerdeck/contracts/types';
import { uuid } from './builders.ts';

const NOON = '2026-03-01T12:00:00.000Z';

export const buildAdminUser = (changes: Partial<AdminUser> = {}): AdminUser => ({
  telegram_id: '700000001',
  username: 'annab',
  first_name: 'Anna',
  last_name: 'Bell',
  created_at: NOON,
  is_active: true,
  is_admin: false,
  ...changes,
});

export const buildUserDetail = (changes: Partial<AdminUserDetail> = {}): AdminUserDetail => ({
  ...buildAdminUser(),
  ...buildCreditUser(),
  ...changes,
});

export const buildCreditUser = (changes: Partial<CreditUser> = {}): CreditUser => ({
  telegram_id: '700000001',
  username: 'annab',
  first_name: 'Anna',
  last_name: 'Bell',
  credits_balance: 150,
  total_credits_purchased: 0,
  total_credits_spent: 0,
  last_login: NOON,
  ...changes,
});

export const buildStats = (changes: Partial<AdminStats> = {}): AdminStats => ({
  users_count: 1200,
  active_users_count: 1100,
  pages_count: 340,
  tasks_count: { in_queue: 5, completed: 20, failed: 1 },
  assistants_count: { waiting: 2, completed: 3 },
  page_postings_count: { pending: 7, completed: 90 },
  new_users_last_week: 42,
  site_pack: { version: 1, pages_count: 300, missing_count: 0 },
  claim_pause: null,
  books: { checked_at: NOON, deviations_count: 0, deviations: [] },
  ...changes,
});

export const buildActivity = (changes: Partial<UserActivity> = {}): UserActivity => ({
  pages_count: 0,
  tasks_count: 0,
  assistants_count: 0,
  page_postings_count: 0,
  pages: [],
  tasks: [],
  assistants: [],
  ...changes,
});

export const buildAuditEvent = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id: uuid(71),
  act: 'deactivated',
  admin_telegram_id: '100000001',
  admin_name: 'Demo Admin',
  target_telegram_id: '700000001',
  target_name: 'Anna Bell',
  summary: '',
  at: NOON,
  ...changes,
});

export const buildLedgerEntry = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: uuid(72),
  transaction_type: 'bonus',
  description: 'Welcome bonus',
  amount: 150,
  balance_after: 150,
  admin_telegram_id: null,
  admin_name: '',
  created_at: NOON,
  ...changes,
});

export const buildTrendDay = (changes: Partial<TrendDay> = {}): TrendDay => ({
  day: '2026-03-01',
  postings: { pending: 0, posting: 0, posted: 0, completed: 0, failed: 0 },
  new_users: 0,
  credits_bought: 0,
  credits_granted: 0,
  credits_spent: 0,
  ...changes,
});
