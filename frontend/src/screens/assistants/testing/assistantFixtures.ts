import type { Assistant, Forecast, PostingRules, Preset, Task } from '@flyerdeck/contracts/types';
import * as shared from '../../../../test/builders.ts';

/** Earlier than the clock of the test server, so its changes are newer. */
const EARLIER = '2026-01-05T10:00:00.000Z';
const TIMES = { createdAt: EARLIER, updatedAt: EARLIER };

/** The shared builders, with short ids that are easy to read in URLs. */
export const buildRules = (rules: Partial<PostingRules> = {}): PostingRules =>
  shared.buildRules({ target_tags: ['vip'], ...rules });

export const buildAssistant = (fields: Partial<Assistant> = {}): Assistant =>
  shared.buildAssistant({ _id: 'a1', name: 'Evening promo', posting_rules: buildRules(), ...TIMES, ...fields });

export const buildTask = (fields: Partial<Task> = {}): Task =>
  shared.buildTask({
    _id: 't1',
    assistant_id: 'a1',
    status: 'waiting',
    file_id: 'f1',
    page_counts: { posted: 0, pending: 0, failed: 0, total: 0 },
    ...TIMES,
    ...fields,
  });

export const buildPreset = (fields: Partial<Preset> = {}): Preset =>
  shared.buildPreset({
    id: 'preset-1',
    name: 'Weekend',
    rules: buildRules({ target_tags: ['weekend'], start_delay_hours: 2 }),
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
  is_last_known: true,
  limited_pages: 0,
  posting_paused: null,
  problem: null,
  warnings: [],
  ...fields,
});
