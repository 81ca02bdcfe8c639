// Written by `npm run calls` from pages.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../pages.ts';

export const listPickerPages: Call<typeof contracts.listPickerPages> = { path: '/pages' };
export const listUserPages: Call<typeof contracts.listUserPages> = { path: '/get_user_pages' };
export const resumePage: Call<typeof contracts.resumePage> = { method: 'POST', path: '/pages/:guid/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const setLimitsOfPages: Call<typeof contracts.setLimitsOfPages> = { method: 'POST', path: '/pages/bulk-limits', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const unlinkPage: Call<typeof contracts.unlinkPage> = { method: 'DELETE', path: '/unlink_page/:guid', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] };
export const unlinkPages: Call<typeof contracts.unlinkPages> = { method: 'POST', path: '/pages/bulk-unlink', changes: ['Page/PICKER', 'Task', 'Assistant/LIST', 'Queue'] };
export const updateTags: Call<typeof contracts.updateTags> = { method: 'PUT', path: '/pages/:guid/tags', changes: ['Page/PICKER'] };
export const updateTagsOfPages: Call<typeof contracts.updateTagsOfPages> = { method: 'POST', path: '/pages/bulk-tags', changes: ['Page/PICKER'] };
