import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

export const presetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPresets: build.query<Answer<'listPresets'>, void>({
      query: () => ({ path: path`/presets` }),
      providesTags: [listTag('Preset')],
    }),
    createPreset: build.mutation<Answer<'createPreset'>, WithBody<'createPreset'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/presets`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Preset')]),
    }),
    updatePreset: build.mutation<Answer<'updatePreset'>, { id: string } & WithBody<'updatePreset'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/presets/${id}`, body }),
      // Waiting assistants with this preset, and their tasks, get its new rules.
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Preset'), listTag('Assistant'), 'Task']),
    }),
    deletePreset: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/presets/${id}` }),
      // Assistants with this preset become Custom.
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Assistant')]),
    }),
  }),
});

export const { useListPresetsQuery, useCreatePresetMutation, useUpdatePresetMutation, useDeletePresetMutation } =
  presetsApi;
