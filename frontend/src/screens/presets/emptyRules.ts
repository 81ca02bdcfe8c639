import type { PostingRules } from '@flyerdeck/contracts/types';

export const EMPTY_RULES: PostingRules = {
  target_pages: [],
  target_tags: [],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
};
