import { NO_RULES } from '@flyerdeck/contracts/assistants.values';
import type {
  Assistant,
  CreditBalance,
  CreditPackage,
  CreditTransaction,
  CurrentUser,
  LinkDescription,
  LinkingData,
  Page,
  PickerPage,
  PostingRules,
  Preset,
  PreviewData,
  Repeat,
  Task,
  TaskDetail,
  TaskPosting,
} from '@flyerdeck/contracts/types';

/** A valid UUID with a number in it. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const NOON = '2026-03-01T12:00:00.000Z';

export const buildPage = (changes: Partial<Page> = {}): Page => ({
  guid: uuid(1),
  name: 'Bella Rose',
  username: 'bellarose',
  creator_id: '8812300',
  avatarThumbUrl: null,
  is_active: true,
  is_paid: false,
  paid_until: null,
  credits_charged: 0,
  tags: [],
  notice: null,
  health: 'ok',
  pack_misses: null,
  extension_version: '1.0.0',
  last_polled_at: NOON,
  linked_at: NOON,
  time_zone: 'Europe/Berlin',
  limits: null,
  limited_until: null,
  pause: null,
  runner: null,
  ...changes,
});

export const buildPickerPage = (changes: Partial<PickerPage> = {}): PickerPage => ({
  id: uuid(1),
  name: 'Bella Rose',
  avatarUrl: null,
  tags: [],
  ...changes,
});

export const buildRepeat = (changes: Partial<Repeat> = {}): Repeat => ({
  every_days: 1,
  weekdays: [],
  local_time: '18:00',
  time_zone: 'Europe/Berlin',
  starts_on: '2026-03-01',
  ends_on: null,
  max_runs: null,
  runs: 0,
  is_paused: false,
  next_at: '2026-03-02T17:00:00.000Z',
  last_run: null,
  ...changes,
});

export const buildRules = (changes: Partial<PostingRules> = {}): PostingRules => ({
  ...NO_RULES,
  ...changes,
});

export const buildAssistant = (changes: Partial<Assistant> = {}): Assistant => ({
  _id: uuid(10),
  name: 'Evening',
  status: 'waiting',
  pause_reason: null,
  queueing: null,
  progress: { posted: 0, to_go: 0, failed: 0, in_doubt: 0 },
  posting_rules: buildRules(),
  selected_preset_id: null,
  selected_preset_name: null,
  reset_after_posts_list: [],
  screenshot_as_file: false,
  starts_at: null,
  active_task_count: 0,
  archived_task_count: 0,
  createdAt: NOON,
  updatedAt: NOON,
  repeat: null,
  ...changes,
});

export const buildTask = (changes: Partial<Task> = {}): Task => ({
  _id: uuid(20),
  assistant_id: uuid(10),
  assistant_name: 'Evening',
  description: 'New set tonight',
  status: 'in_queue',
  file_id: null,
  sequence_order: 0,
  page_counts: { posted: 0, pending: 1, failed: 0, total: 1 },
  target_pages: [],
  target_tags: [],
  errors: [],
  createdAt: NOON,
  updatedAt: NOON,
  ...changes,
});

export const buildTaskDetail = (changes: Partial<TaskDetail> = {}): TaskDetail => ({
  ...buildTask(),
  page_postings: [],
  ...changes,
});

export const buildTaskPosting = (changes: Partial<TaskPosting> = {}): TaskPosting => ({
  id: uuid(60),
  guid: uuid(1),
  name: 'Luna',
  status: 'failed',
  errorMessage: 'Composer did not open.',
  error_code: null,
  wait_reason: null,
  wait_until: null,
  is_duplicate: false,
  delay_hours: 0,
  scheduled_for: null,
  retry_count: 0,
  picture_file_id: null,
  picture_error: null,
  post_url: null,
  gone_at: null,
  updated_at: NOON,
  ...changes,
});

export const buildPreset = (changes: Partial<Preset> = {}): Preset => ({
  id: uuid(30),
  name: 'Nightly',
  rules: buildRules(),
  createdAt: NOON,
  ...changes,
});

export const buildBalance = (changes: Partial<CreditBalance> = {}): CreditBalance => ({
  credits_balance: 150,
  total_credits_purchased: 0,
  total_credits_spent: 0,
  ...changes,
});

export const buildTransaction = (changes: Partial<CreditTransaction> = {}): CreditTransaction => ({
  id: uuid(40),
  transaction_type: 'bonus',
  description: 'Welcome bonus',
  amount: 150,
  created_at: NOON,
  ...changes,
});

export const buildPackage = (changes: Partial<CreditPackage> = {}): CreditPackage => ({
  id: 'basic',
  name: 'Basic',
  price_usd: 49.99,
  total_credits: 3000,
  bonus_credits: 0,
  ...changes,
});

export const buildUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  telegram_id: '100000001',
  username: 'demo_admin',
  first_name: 'Demo',
  last_name: 'Admin',
  is_admin: true,
  is_active: true,
  credits_balance: 150,
  created_at: NOON,
  bot_may_write: true,
  ...changes,
});

export const buildLinkDescription = (changes: Partial<LinkDescription> = {}): LinkDescription => ({
  expires_at: NOON,
  pageData: { creator_id: '8812300', name: 'Bella Rose', username: 'bellarose', avatar_url: null },
  device: { browser: 'Chrome on Windows', extension_version: '1.2.0', asked_at: NOON },
  replaces: null,
  ...changes,
});

export const buildLinkingData = (changes: Partial<LinkingData> = {}): LinkingData => ({
  token_status: 'valid',
  expires_at: NOON,
  extension_version: '1.2.0',
  pageData: { creator_id: '8812300', name: 'Bella Rose', username: 'bellarose', avatar_url: null },
  ...changes,
});

export const buildPreview = (changes: Partial<PreviewData> = {}): PreviewData => ({
  pageAvatarBase64: null,
  pageAvatarUrl: '/api/get_image/avatar',
  notificationsCount: 0,
  messagesCount: 0,
  homeCount: 0,
  imageUrl: '/api/get_image/flyer',
  description: 'Weekend set is live',
  ...changes,
});
