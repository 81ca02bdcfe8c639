// Written by `npm run calls` from presets.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../presets.ts';

export const createPreset: Call<typeof contracts.createPreset> = { method: 'POST', path: '/presets', changes: ['Preset'] };
export const deletePreset: Call<typeof contracts.deletePreset> = { method: 'DELETE', path: '/presets/:id', changes: ['Assistant/LIST', 'Task'] };
export const listPresets: Call<typeof contracts.listPresets> = { path: '/presets' };
export const updatePreset: Call<typeof contracts.updatePreset> = { method: 'PUT', path: '/presets/:id', changes: ['Preset', 'Assistant/LIST', 'Task'] };
