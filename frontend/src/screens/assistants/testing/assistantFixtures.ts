import type { Assistant, Forecast, PostingRules, Preset, Task } from '@flyerdeck/contracts/types';

/** Believable records for the tests of this screen. */
export const buildRules = (rules: Partial<PostingRules> = {}): PostingRules => ({
  target_pages: [],
  target_tags: ['vip'],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
  ...rules,
});

export function buildAssistant(fields: Partial<Assistant> = {}): Assistant {
  return {
    _id: 'a1',
    name: 'Evening promo',
    status: 'waiting',
    pause_reason: null,
    posting_rules: buildRules(),
    selected_preset_id: null,
    selected_preset_name: null,
    reset_after_posts_list: [],
    screenshot_as_file: false,
    active_task_count: 0,
    archived_task_count: 0,
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    ...fields,
  };
}

export function buildTask(fields: Partial<Task> = {}): Task {
  return {
    _id: 't1',
    assistant_id: 'a1',
    assistant_name: 'Evening promo',
    description: 'New set tonight',
    status: 'waiting',
    file_id: 'f1',
    sequence_order: 0,
    page_counts: { posted: 0, pending: 0, failed: 0, total: 0 },
    target_pages: [],
    target_tags: ['vip'],
    errors: [],
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    ...fields,
  };
}

export const buildPreset = (fields: Partial<Preset> = {}): Preset => ({
  id: 'preset-1',
  name: 'Weekend',
  rules: buildRules({ target_tags: ['weekend'], start_delay_hours: 2 }),
  createdAt: '2026-01-05T10:00:00.000Z',
  ...fields,
});

export const buildForecast = (fields: Partial<Forecast> = {}): Forecast => ({
  pages: 3,
  flyers: 2,
  postings: 6,
  credits_needed: 30,
  credits_balance: 150,
  shortfall: 0,
  first_at: '2026-01-05T12:00:00.000Z',
  last_at: '2026-01-05T14:00:00.000Z',
  problem: null,
  ...fields,
});
