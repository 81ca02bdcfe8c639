// Written by `npm run calls` from admin.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../admin.ts';

export const endUserSessions: Call<typeof contracts.endUserSessions> = { method: 'POST', path: '/admin/users/:telegramId/end-sessions', changes: ['AdminAct'] };
export const getStats: Call<typeof contracts.getStats> = { path: '/admin/stats' };
export const getTrends: Call<typeof contracts.getTrends> = { path: '/admin/trends' };
export const getUser: Call<typeof contracts.getUser> = { path: '/admin/users/:telegramId' };
export const getUserActivity: Call<typeof contracts.getUserActivity> = { path: '/admin/user/:telegramId/activity' };
export const listUsers: Call<typeof contracts.listUsers> = { path: '/admin/users' };
export const setUsersActive: Call<typeof contracts.setUsersActive> = { method: 'POST', path: '/admin/users/bulk-active', changes: ['AdminStats', 'AdminUser', 'AdminAct'] };
export const updateUser: Call<typeof contracts.updateUser> = { method: 'PATCH', path: '/admin/users/:telegramId', changes: ['AdminStats', 'AdminAct', 'AdminUser/LIST'] };
