import type { Preset as WirePreset } from '@flyerdeck/contracts';
import type { Preset } from './preset.entity.ts';

export const presentPreset = ({ id, name, rules, createdAt }: Preset): WirePreset => ({
  id,
  name,
  rules,
  createdAt: createdAt.toISOString(),
});
