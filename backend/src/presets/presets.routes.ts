import { createPreset, deletePreset, listPresets, updatePreset } from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPreset } from './preset.presenter.ts';
import { type ApplyRules, addPreset, listPresetsOf, removePreset, replacePreset } from './presets.service.ts';

export function mountPresetsRoutes(endpoints: EndpointRouter, applyRules: ApplyRules): void {
  endpoints.mount(listPresets, async ({ db, user }) => (await listPresetsOf(db, user.id)).map(presentPreset));

  endpoints.mountInTransaction(createPreset, async ({ db, user, body: { name, rules } }) =>
    presentPreset(await addPreset(db, { ownerId: user.id, name, rules })),
  );

  endpoints.mountInTransaction(updatePreset, async ({ db, user, params, body: { name, rules } }) =>
    presentPreset(await replacePreset(db, { ownerId: user.id, presetId: params.id, name, rules }, applyRules)),
  );

  endpoints.mountInTransaction(deletePreset, ({ db, user, params }) =>
    removePreset(db, { ownerId: user.id, presetId: params.id }),
  );
}
