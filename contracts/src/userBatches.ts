import { type Static, Type } from '@sinclair/typebox';
import { usersFilter } from './admin.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, flag, telegramId, text } from './schema.ts';
import { MAX_NAMED_ROWS, MAX_USER_BATCH } from './values/userBatches.ts';

export const UserSelection = closed(
  {
    ...usersFilter,
    telegram_ids: Type.Optional(
      Type.Array(telegramId, { minItems: 1, maxItems: MAX_NAMED_ROWS, description: 'Only these of them' }),
    ),
  },
  { description: 'All users that match' },
);
export type UserSelection = Static<typeof UserSelection>;

const UserBatchBody = closed({ users: UserSelection, is_active: flag('May sign in and post') });

export const UserBatchPreview = closed({
  fingerprint: text('Identifies these users and this preview'),
  users: count('How many would be changed'),
  admins: count('Admins among them'),
  unchanged: count('Left out, because they are so already'),
  includes_you: flag('You are left out'),
});
export type UserBatchPreview = Static<typeof UserBatchPreview>;

export const previewUserBatch = defineEndpoint({
  method: 'POST',
  path: '/admin/users/batches/preview',
  access: 'admin',
  isSearch: true,
  doc: `Says which users a batch would activate or deactivate, at most ${MAX_USER_BATCH}. Changes nothing.`,
  body: UserBatchBody,
  response: UserBatchPreview,
  errors: { 422: ['admin.too_many_users'] },
});

export const runUserBatch = defineEndpoint({
  method: 'POST',
  path: '/admin/users/batches',
  access: 'admin',
  doc: "Activates or deactivates exactly the previewed users, and never the admin who calls. A repeated call changes nothing. If other users match, it changes nothing and answers 409 with the new preview in 'details'.",
  body: closed({ ...UserBatchBody.properties, fingerprint: text('Of the preview', 64) }),
  changes: ['AdminStats', 'AdminUser', 'AdminAct'],
  // Other users match.
  refetchOnFailure: ['AdminUser/LIST'],
  response: closed({ message: text('What happened, for people'), users: count('How many were changed') }),
  errors: { 409: ['admin.users_changed'], 422: ['admin.too_many_users'] },
});
