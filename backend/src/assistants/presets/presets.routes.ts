import type { Preset as WirePreset } from '@flyerdeck/contracts';
import * as contract from '@flyerdeck/contracts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';

import { type ApplyRules, addPreset, listPresetsOf, removePreset, updatePreset } from './presets.service.ts';

const presentPreset = ({ id, name, rules, createdAt }: Awaited<ReturnType<typeof addPreset>>): WirePreset => ({
  id,
  name,
  rules,
  createdAt: createdAt.toISOString(),
});

export function mountPresetsRoutes(endpoints: EndpointRouter, applyRules: ApplyRules): void {
  endpoints.mount(contract.listPresets, async ({ db, user }) => (await listPresetsOf(db, user.id)).map(presentPreset));

  endpoints.mountInTransaction(contract.createPreset, async ({ db, user, body: { name, rules } }) =>
    presentPreset(await addPreset(db, { ownerId: user.id, name, rules })),
  );

  endpoints.mountInTransaction(contract.updatePreset, async ({ db, user, params, body }) =>
    presentPreset(await updatePreset(db, { ...body, ownerId: user.id, presetId: params.id }, applyRules)),
  );

  endpoints.mountInTransaction(contract.deletePreset, ({ db, user, params }) =>
    removePreset(db, { ownerId: user.id, presetId: params.id }),
  );
}
