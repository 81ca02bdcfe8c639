import type { AssistantUpdate } from '@flyerdeck/contracts/types';

const isRefusal = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
};

/** The documented message for a failed save (spec section 8), by what it carried. */
export function settingsFailureMessage({ preset_id, posting_rules }: AssistantUpdate): string {
  if (preset_id) return 'Failed to apply preset';
  // Editing a rule clears the preset too; switching to Custom does nothing else.
  if (preset_id === null && !posting_rules) return 'Failed to switch to custom mode';
  return 'Failed to save settings';
}

/**
 * A preset the server refuses (deleted meanwhile) would be refused with every later save as well, so the choice is
 * taken back; whatever else the person edited is kept.
 */
export function keepAfterRefusal(patch: AssistantUpdate, error: unknown): AssistantUpdate {
  if (!patch.preset_id || !isRefusal(error)) return patch;
  const { preset_id: _id, preset_name: _name, posting_rules: _rules, ...others } = patch;
  return others;
}
