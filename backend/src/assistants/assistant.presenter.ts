import type { Assistant } from '@flyerdeck/contracts';
import type { AssistantRow } from './assistants.query.ts';
import { presentRepeat } from './repeats/repeat.presenter.ts';

export const presentAssistant = (row: AssistantRow): Assistant => ({
  _id: row.id,
  name: row.name,
  status: row.status,
  pause_reason: row.pause_reason === 'queueing' ? null : row.pause_reason,
  queueing: row.queueing,
  posting_rules: row.posting_rules,
  selected_preset_id: row.preset_id,
  selected_preset_name: row.preset_name,
  reset_after_posts_list: row.reset_after_posts_list,
  screenshot_as_file: row.screenshot_as_file,
  active_task_count: row.active_tasks,
  archived_task_count: row.archived_tasks,
  repeat: row.repeat && presentRepeat(row.repeat),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
