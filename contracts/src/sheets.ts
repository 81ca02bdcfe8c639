import { MAX_ASSISTANTS_PER_USER, MAX_SHEET_ROWS, MAX_SHEET_TARGETS_LENGTH } from './assistants.values.ts';
import { WORK_TAGS } from './cacheTags.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, filled, flag, list, notBlank, nullable, text, uuid } from './schema.ts';

export const checkSheet = defineEndpoint({
  method: 'POST',
  path: '/assistants/sheets',
  doc: 'Checks a sheet of flyers. With create, and if no row is refused, rows with equal targets and start become a waiting assistant.',
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
    create: flag('Whether to make the assistants'),
  }),
  maxBodyBytes: 2_000_000,
  rateLimit: 'heavy',
  changesElsewhere: ['Assistant'],
  response: closed({
    problems: list(
      closed({ row: nullable(count(''), 'Position, from zero; null: all'), reason: text('Why it is refused') }),
      'Without one, all rows can be queued',
    ),
    groups: list(
      closed({ rows: list(count('Position of a row'), 'In order'), assistant_id: nullable(uuid(''), 'If made') }),
      'Rows that become one assistant',
    ),
    used_at: nullable(dateTime(''), 'When rows of the same file were queued last'),
  }),
  errors: { 422: ['assistant.too_many'] },
});

export const queueSheet = defineEndpoint({
  method: 'POST',
  path: '/assistants/sheets/queue',
  doc: 'Adds waiting assistants to the queue in the given order, all or none.',
  body: closed({
    assistant_ids: list(uuid(''), 'The assistants of a sheet', { maxItems: MAX_ASSISTANTS_PER_USER }),
  }),
  rateLimit: 'heavy',
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({ message: text('What happened, for people'), postings: count('Postings made') }),
  errors: { 404: ['assistant.not_found'], 409: ['assistant.not_waiting'], 422: ['sheet.refused'] },
});
