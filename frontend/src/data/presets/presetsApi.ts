import * as presets from '@flyerdeck/contracts/calls/presets';
import { injectCalls } from '../client.ts';

export const presetsApi = injectCalls(presets, { listPresets: { provides: ['Preset/LIST'] } });

export const { useListPresetsQuery, useCreatePresetMutation, useUpdatePresetMutation, useDeletePresetMutation } =
  presetsApi;
