import { createPreset, deletePreset, listPresets, updatePreset } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPreset } from './preset.presenter.ts';
import { type ApplyRules, addPreset, listPresetsOf, removePreset, replacePreset } from './presets.service.ts';

export function mountPresetsRoutes(endpoints: EndpointRouter, { db }: AppContext, applyRules: ApplyRules): void {
  endpoints.mount(listPresets, async ({ user }) => (await listPresetsOf(db, user.id)).map(presentPreset));

  endpoints.mount(createPreset, async ({ user, body }) =>
    presentPreset(await addPreset(db, { ownerId: user.id, name: body.name, rules: body.rules })),
  );

  endpoints.mount(updatePreset, async ({ user, params, body }) =>
    presentPreset(
      await replacePreset(
        db,
        { ownerId: user.id, presetId: params.id, name: body.name, rules: body.rules },
        applyRules,
      ),
    ),
  );

  endpoints.mount(deletePreset, async ({ user, params }) => {
    await removePreset(db, { ownerId: user.id, presetId: params.id });
  });
}
