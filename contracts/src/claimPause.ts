import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, dateTime, nullable, text } from './schema.ts';
import { MAX_PAUSE_SENTENCE_LENGTH } from './values/admin.ts';
import { NOT_BLANK } from './values/endpoint.ts';

export const ClaimPause = closed({
  pause: nullable(
    closed({
      sentence: text('What users are told'),
      since: dateTime('When it began, or when the sentence was changed'),
      admin_name: text('Who did it'),
    }),
    'Null while postings are claimed',
  ),
});
export type ClaimPause = Static<typeof ClaimPause>;

const pause = { path: '/admin/claim-pause', access: 'admin', response: ClaimPause } as const;

export const getClaimPause = defineEndpoint({
  ...pause,
  doc: 'Whether posting is paused for everybody.',
});

export const setClaimPause = defineEndpoint({
  ...pause,
  method: 'PUT',
  doc: 'Pauses posting for everybody, or ends the pause: after the answer no posting is claimed. Postings that are claimed already end normally. A repeated call changes nothing, another sentence replaces the first one.',
  body: closed({
    sentence: nullable(
      Type.String({
        minLength: 1,
        maxLength: MAX_PAUSE_SENTENCE_LENGTH,
        pattern: NOT_BLANK,
        description: 'What users are told',
      }),
      'Null ends the pause',
    ),
  }),
  changes: ['ClaimPause'],
});
