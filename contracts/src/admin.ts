import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, flag, list, text, uuid, word } from './schema.ts';
import { ASSISTANT_STATUSES, TASK_STATUSES } from './statuses.ts';

const countsByStatus = (what: string) => Type.Record(Type.String(), count(what), { description: `${what} by status` });

export const AdminStats = closed({
  users_count: count('All users'),
  active_users_count: count('Active users'),
  pages_count: count('Linked pages'),
  tasks_count: countsByStatus('Tasks'),
  assistants_count: countsByStatus('Assistants'),
  page_postings_count: countsByStatus('Postings'),
  new_users_last_week: count('Users of the last 7 days'),
});
export type AdminStats = Static<typeof AdminStats>;

export const AdminUser = closed(
  {
    telegram_id: text('Telegram id'),
    username: text('Username'),
    first_name: text('First name'),
    last_name: text('Last name'),
    created_at: dateTime('First sign-in'),
    is_active: flag('May sign in and post'),
    is_admin: flag('May use the admin area'),
  },
  { description: 'A user, for admins' },
);
export type AdminUser = Static<typeof AdminUser>;

const UserParams = closed({
  telegramId: Type.String({ minLength: 1, maxLength: 32, description: 'Telegram id of the user' }),
});
const notFound = { 404: ['user.not_found'] };

export const getStats = defineEndpoint({
  method: 'GET',
  path: '/admin/stats',
  access: 'admin',
  doc: 'Counts for the admin dashboard.',
  status: 200,
  response: AdminStats,
});

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  doc: 'Every user.',
  status: 200,
  response: list(AdminUser, 'Users, newest first'),
});

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/admin/users/:telegramId',
  access: 'admin',
  doc: 'One user.',
  params: UserParams,
  status: 200,
  response: AdminUser,
  errors: notFound,
});

export const AdminUserUpdate = Type.Union(
  [closed({ is_active: flag('May sign in and post') }), closed({ is_admin: flag('May use the admin area') })],
  { description: 'One of the two flags' },
);
export type AdminUserUpdate = Static<typeof AdminUserUpdate>;

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/admin/users/:telegramId',
  access: 'admin',
  doc: 'Activates, deactivates, promotes or demotes a user; nobody demotes themselves.',
  params: UserParams,
  body: AdminUserUpdate,
  status: 200,
  response: AdminUser,
  errors: { ...notFound, 409: ['admin.own_privileges'] },
});

export const UserActivity = closed({
  pages_count: count('Linked pages'),
  tasks_count: count('Tasks'),
  assistants_count: count('Assistants'),
  page_postings_count: count('Postings'),
  pages: list(closed({ guid: uuid('Guid'), username: text('Username') }, { description: 'A page' }), 'Linked pages'),
  tasks: list(
    closed(
      { id: uuid('Id'), status: word(TASK_STATUSES, 'State'), created_at: dateTime('When made') },
      { description: 'A task' },
    ),
    'Tasks, newest first, 200 at most',
  ),
  assistants: list(
    closed(
      { id: uuid('Id'), name: text('Name'), status: word(ASSISTANT_STATUSES, 'State') },
      { description: 'An assistant' },
    ),
    'Assistants, newest first, 200 at most',
  ),
});
export type UserActivity = Static<typeof UserActivity>;

export const getUserActivity = defineEndpoint({
  method: 'GET',
  path: '/admin/user/:telegramId/activity',
  access: 'admin',
  doc: 'What a user has.',
  params: UserParams,
  status: 200,
  response: UserActivity,
  errors: notFound,
});
