import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, nullable, object, text, uuid, word } from './schema.ts';
import { ATTENTION_KINDS, MAX_ATTENTION_FAILED, MAX_ATTENTION_ROWS, RETRIED_KINDS } from './values/attention.ts';
import { WORK_TAGS } from './values/cacheTags.ts';

const counts = {
  failed: count(`Failed postings of linked pages, those in doubt not among them, ${MAX_ATTENTION_FAILED} at most`),
  partly_posted: count('Flyers that are posted on some of their pages and failed on the others'),
  unconfirmed: count('Postings whose post may be live'),
  offline: count('Pages that wait with a posting and do not poll, while posting is on'),
  logged_out: count('Pages in whose browsers a person must log in'),
  site_changed: count('Pages for which the creator site has changed'),
  out_of_credits: count('Assistants that are paused for lack of credits'),
  repeat_stopped: count('Repeats whose latest run was not added to the queue'),
};

export const AttentionRow = object('A posting, a flyer, a page or an assistant, as the kind says', {
  id: uuid('Its id'),
  task_id: nullable(uuid(''), 'The flyer of a posting; null for pages and assistants'),
  name: text('Name of the page, or of the assistant; may be empty'),
  flyer: nullable(text(''), 'The beginning of the text of the flyer; null for pages and assistants'),
  file_id: nullable(uuid(''), 'Image of the flyer'),
  problem: nullable(text(''), 'What is wrong, if the kind does not say it'),
  at: nullable(dateTime(''), 'Since when; null if that is not known'),
});
export type AttentionRow = Static<typeof AttentionRow>;

export const Attention = closed({
  ...counts,
  posting_paused: nullable(text(''), 'Why posting is paused for everybody; null while it is not'),
  rows: Type.Array(AttentionRow, { maxItems: MAX_ATTENTION_ROWS, description: 'Those of the kind, the latest first' }),
});
export type Attention = Static<typeof Attention>;

export const getAttention = defineEndpoint({
  path: '/attention',
  access: 'user',
  doc: 'How much needs a person, by its kind, and what it is.',
  query: closed({ kind: Type.Optional(word(ATTENTION_KINDS, 'The kind of the rows; without it there are none')) }),
  response: Attention,
});

export const retryAttention = defineEndpoint({
  method: 'POST',
  path: '/attention/retry',
  access: 'user',
  doc: 'Puts failed postings back in the queue, but none whose post may be live. A second call changes nothing.',
  body: closed({ kind: word(RETRIED_KINDS, 'All failed postings, or those of flyers that are partly posted') }),
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({ message: text('What happened, for people'), retried: count('Postings put back in the queue') }),
  errors: { 422: ['posting.too_many_pending'] },
});
