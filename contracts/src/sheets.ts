import { MAX_SHEET_ROWS, MAX_SHEET_TARGETS_LENGTH } from './assistants.values.ts';
import { WORK_TAGS } from './cacheTags.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, filled, list, notBlank, nullable, text, uuid } from './schema.ts';

export const queueSheet = defineEndpoint({
  method: 'POST',
  path: '/assistants/sheets',
  doc: 'Checks a sheet of flyers. With the uploaded flyers, and if no row is refused, all are added to the queue: rows with equal targets and start become one assistant.',
  body: closed({
    key: filled('The same for the same file', 64),
    name: notBlank('Name of the file, for the names of the assistants', 100),
    rows: list(
      closed({
        targets: text('Page names, @usernames, tags or #tags, separated by semicolons', MAX_SHEET_TARGETS_LENGTH),
        starts_at: nullable(dateTime(''), 'The start; null: at once'),
      }),
      'Rows in order',
      { maxItems: MAX_SHEET_ROWS },
    ),
    assistant_id: nullable(
      uuid(''),
      'A waiting assistant with all flyers, which is deleted after that; null: only check',
    ),
    task_ids: list(uuid(''), 'Its flyers, one a row, in the same order', { maxItems: MAX_SHEET_ROWS }),
  }),
  maxBodyBytes: 2_000_000,
  rateLimit: 'heavy',
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({
    problems: list(
      closed({ row: count('Position, from zero'), reason: text('Why it is refused') }),
      'Without one, all rows can be queued',
    ),
    assistants: count('How many the rows become'),
    used_at: nullable(dateTime(''), 'When rows of the same file were queued before'),
    message: nullable(text('What happened, for people'), 'Null if nothing was queued'),
  }),
  errors: {
    404: ['assistant.not_found'],
    409: ['assistant.not_waiting'],
    422: ['assistant.too_many', 'posting.too_many_pending', 'task.order_mismatch'],
  },
});
