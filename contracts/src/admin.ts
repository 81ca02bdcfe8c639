import { type Static, type TInteger, Type } from '@sinclair/typebox';
import {
  ACTIVITY_SHOWN,
  BOOK_DEVIATIONS_SHOWN,
  MAX_SELECTED_ROWS,
  MAX_TRENDS_DAYS,
  TRENDS_DAYS,
} from './admin.values.ts';
import { ASSISTANT_STATUSES } from './assistants.values.ts';
import { userCredits } from './credits.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import { POSTING_STATUSES, type PostingStatus } from './postings.values.ts';
import { RUNNER_PAGE_STATES } from './runners.values.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  flag,
  list,
  nullable,
  object,
  person,
  telegramId,
  text,
  uuid,
  whole,
  word,
} from './schema.ts';
import { SitePackStatus } from './sitePacks.ts';
import { TASK_STATUSES } from './tasks.values.ts';

const countsByStatus = (what: string) => Type.Record(Type.String(), count(what), { description: `${what} by status` });

export const AdminStats = closed({
  users_count: count('All users'),
  active_users_count: count('Active users'),
  pages_count: count('Linked pages'),
  tasks_count: countsByStatus('Tasks'),
  assistants_count: countsByStatus('Assistants'),
  page_postings_count: countsByStatus('Postings'),
  new_users_last_week: count('Users of the last 7 days'),
  site_pack: SitePackStatus,
  claim_pause: nullable(
    closed({
      sentence: text('What users are told'),
      since: dateTime('When it began, or when the sentence was changed'),
      admin_name: text('Who did it'),
    }),
    'The pause of posting for everybody; null while postings are claimed',
  ),
  books: nullable(
    closed({
      checked_at: dateTime('When'),
      deviations_count: count('Rows that are not explained'),
      deviations: Type.Array(
        closed({
          rule: text('balance, charge, refund, window or count'),
          ids: text('Which rows'),
          expected: text('What they should say'),
          found: text('What they say'),
        }),
        { maxItems: BOOK_DEVIATIONS_SHOWN, description: 'The first of them' },
      ),
    }),
    'The last check of all credits and counts; null before the first',
  ),
});
export type AdminStats = Static<typeof AdminStats>;

export const AdminUser = object('A user, for admins', {
  ...person,
  created_at: dateTime('First sign-in'),
  is_active: flag('May sign in and post'),
  is_admin: flag('May use the admin area'),
});
export type AdminUser = Static<typeof AdminUser>;

export const AdminUserDetail = object('A user with credits, for admins', {
  ...AdminUser.properties,
  ...userCredits,
});
export type AdminUserDetail = Static<typeof AdminUserDetail>;

const UserParams = closed({ telegramId });
const notFound = { 404: ['user.not_found'] };

export const getStats = defineEndpoint({
  path: '/admin/stats',
  access: 'admin',
  isSearch: true,
  doc: 'Counts for the admin dashboard.',
  response: AdminStats,
});

const ofPage = Type.Optional(
  text('Only owners of a linked page with this part of its name, @username, id or GUID', MAX_SEARCH_LENGTH),
);

/** A filter that is left out does not restrict the list. */
export const usersFilter = {
  search: Type.Optional(
    text('Part of Telegram id, username, first name or last name, whatever its case', MAX_SEARCH_LENGTH),
  ),
  is_active: Type.Optional(flag('Only those who may sign in, or only those who may not')),
  is_admin: Type.Optional(flag('Only admins, or only those who are not')),
  page: ofPage,
};

const UsersFilter = closed(usersFilter);
export type UsersFilter = Static<typeof UsersFilter>;

export const listUsers = defineEndpoint({
  path: '/admin/users',
  access: 'admin',
  isSearch: true,
  doc: 'Every user, or those with a page that matches.',
  query: closed({ page: ofPage }),
  response: list(AdminUser, 'Users, newest first'),
});

export const ExportUsersBody = closed({ ...usersFilter, ...exportTimeZone });
export type ExportUsersBody = Static<typeof ExportUsersBody>;

export const getUser = defineEndpoint({
  path: '/admin/users/:telegramId',
  access: 'admin',
  doc: 'One user with credits.',
  params: UserParams,
  response: AdminUserDetail,
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
  doc: 'Activates, deactivates, promotes or demotes a user. Admins cannot demote or deactivate themselves.',
  params: UserParams,
  body: AdminUserUpdate,
  changes: ['AdminStats', 'AdminAct', 'AdminUser/LIST'],
  response: AdminUser,
  errors: { ...notFound, 409: ['admin.own_privileges', 'admin.own_account'] },
});

export const selectedUsers = Type.Array(telegramId, {
  minItems: 1,
  maxItems: MAX_SELECTED_ROWS,
  description: 'The users to change, all of them or none',
});

export const setUsersActive = defineEndpoint({
  method: 'POST',
  path: '/admin/users/bulk-active',
  access: 'admin',
  doc: 'Activates or deactivates many users, all or none, but never the admin who calls. A second call changes nothing.',
  body: closed({ telegram_ids: selectedUsers, is_active: flag('May sign in and post') }),
  changes: ['AdminStats', 'AdminUser', 'AdminAct'],
  response: closed({ message: text('What happened, for people') }),
  errors: notFound,
});

export const endUserSessions = defineEndpoint({
  method: 'POST',
  path: '/admin/users/:telegramId/end-sessions',
  access: 'admin',
  doc: 'Signs a user out everywhere; their next call is a 401. Ending none is a success too.',
  params: UserParams,
  changes: ['AdminAct'],
  response: closed({ message: text('What happened, for people'), ended: count('Sessions ended') }),
  errors: notFound,
});

export const UserActivity = closed({
  pages_count: count('Linked pages'),
  tasks_count: count('Tasks'),
  assistants_count: count('Assistants'),
  page_postings_count: count('Postings'),
  pages: list(
    object('A page', {
      guid: uuid('Guid'),
      username: text('Username'),
      runner: nullable(
        closed({
          host_name: text('Name of its machine'),
          state: word(RUNNER_PAGE_STATES, "State of the page's browser"),
          last_contact_at: nullable(dateTime(''), 'Its last contact'),
        }),
        'The runner that has the browser of the page',
      ),
    }),
    `Linked pages, newest first, ${ACTIVITY_SHOWN} at most`,
  ),
  tasks: list(
    object('A task', { id: uuid('Id'), status: word(TASK_STATUSES, 'State'), created_at: dateTime('When made') }),
    `Tasks, newest first, ${ACTIVITY_SHOWN} at most`,
  ),
  assistants: list(
    object('An assistant', { id: uuid('Id'), name: text('Name'), status: word(ASSISTANT_STATUSES, 'State') }),
    `Assistants, newest first, ${ACTIVITY_SHOWN} at most`,
  ),
});
export type UserActivity = Static<typeof UserActivity>;

export const getUserActivity = defineEndpoint({
  path: '/admin/user/:telegramId/activity',
  access: 'admin',
  doc: 'Pages, tasks and assistants of a user.',
  params: UserParams,
  response: UserActivity,
  errors: notFound,
});

export const TrendDay = object('One day of everybody together', {
  day: Type.String({ format: 'date', description: 'The day in UTC, as 2026-11-21' }),
  postings: object(
    'Postings created on this day, by the status they have now',
    Object.fromEntries(
      POSTING_STATUSES.map((status) => [status, count(`Created on this day and ${status} now`)]),
    ) as Record<PostingStatus, TInteger>,
  ),
  new_users: count('First sign-ins'),
  credits_bought: count('Credits of purchases'),
  credits_granted: count('Credits given: bonuses and adjustments that added, refunds by an admin among them'),
  credits_spent: Type.Integer({
    description: 'Posting fees less those given back on this day; below zero where more came back than was spent',
  }),
});
export type TrendDay = Static<typeof TrendDay>;

export const TrendsRange = closed({
  days: Type.Optional(whole(1, MAX_TRENDS_DAYS, `Days up to and with today, in UTC; ${TRENDS_DAYS} without it`)),
});
export type TrendsRange = Static<typeof TrendsRange>;

export const getTrends = defineEndpoint({
  path: '/admin/trends',
  access: 'admin',
  isSearch: true,
  doc: 'Counts by day, for the charts.',
  query: TrendsRange,
  response: closed({ days: list(TrendDay, 'Every day, the quiet ones too, oldest first') }),
});
