import type { AssistantUpdate } from '@flyerdeck/contracts/types';

/** The documented message for a failed save (spec section 8), by what it carried. */
export function settingsFailureMessage({ preset_id, posting_rules }: AssistantUpdate): string {
  if (preset_id) return 'Failed to apply preset';
  // Editing a rule clears the preset too; switching to Custom does nothing else.
  if (preset_id === null && !posting_rules) return 'Failed to switch to custom mode';
  return 'Failed to save settings';
}
