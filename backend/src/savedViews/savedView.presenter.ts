import type { SavedView as WireSavedView } from '@flyerdeck/contracts';
import type { SavedView } from './savedView.entity.ts';

export const presentSavedView = ({ id, table, name, query, isDefault }: SavedView): WireSavedView => ({
  id,
  table,
  name,
  query,
  is_default: isDefault,
});
