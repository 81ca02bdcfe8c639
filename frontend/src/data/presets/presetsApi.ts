import * as presets from '@flyerdeck/contracts/calls/presets';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const presetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPresets: query(build, presets.listPresets, { provides: ['Preset/LIST'] }),
    createPreset: mutation(build, presets.createPreset),
    updatePreset: mutation(build, presets.updatePreset),
    deletePreset: mutation(build, presets.deletePreset),
  }),
});

export const { useListPresetsQuery, useCreatePresetMutation, useUpdatePresetMutation, useDeletePresetMutation } =
  presetsApi;
