import type { UserActivity } from '@flyerdeck/contracts';
import type { ActivityAssistantRow, ActivityCountsRow, ActivityPageRow, ActivityTaskRow } from './activity.query.ts';

interface ActivityRows {
  readonly counts: ActivityCountsRow;
  readonly pages: readonly ActivityPageRow[];
  readonly tasks: readonly ActivityTaskRow[];
  readonly assistants: readonly ActivityAssistantRow[];
}

export const presentActivity = ({ counts, pages, tasks, assistants }: ActivityRows): UserActivity => ({
  pages_count: counts.pages,
  tasks_count: counts.tasks,
  assistants_count: counts.assistants,
  page_postings_count: counts.postings,
  pages: pages.map(({ guid, username }) => ({ guid, username })),
  tasks: tasks.map(({ id, status, created_at }) => ({ id, status, created_at: created_at.toISOString() })),
  assistants: assistants.map(({ id, name, status }) => ({ id, name, status })),
});
