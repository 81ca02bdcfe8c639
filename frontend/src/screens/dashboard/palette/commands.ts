import type { Assistant, Page, Preset } from '@flyerdeck/contracts/types';
import { ASSISTANT_STATUS_LABELS } from '@flyerdeck/contracts/values/assistants';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { pageName } from '../../../lib/pageName.ts';
import { searchMatch } from '../../../lib/searchMatch.ts';

export interface Command {
  readonly key: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly detail?: string;
  /** Texts that the search finds besides. */
  readonly alsoFoundBy?: readonly string[];
  run(): void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const SHOWN_PER_GROUP = 7;

const matches = (typed: string, { label, detail, alsoFoundBy = [] }: Command): boolean =>
  searchMatch(typed, label, detail, ...alsoFoundBy);
const startsWith = (typed: string, { label }: Command): boolean => label.toLowerCase().startsWith(typed);

/** The commands that match, at most seven of each group. Those whose label starts with the typed text come first. */
export function matchingGroups(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const typed = text.trim().toLowerCase();
  return groups.flatMap(({ title, commands }) => {
    const found = commands.filter((command) => matches(typed, command));
    const first = found.filter((command) => startsWith(typed, command));
    const others = found.filter((command) => !startsWith(typed, command));
    const shown = [...first, ...others].slice(0, SHOWN_PER_GROUP);
    return shown.length > 0 ? [{ title, commands: shown }] : [];
  });
}

export const pageCommands = (pages: readonly Page[], open: (page: Page) => void): Command[] =>
  pages.map((page) => ({
    key: page.guid,
    label: pageName(page),
    ...(page.username ? { detail: `@${page.username}` } : {}),
    alsoFoundBy: page.tags,
    run: () => open(page),
  }));

export const assistantCommands = (assistants: readonly Assistant[], open: (id: string) => void): Command[] =>
  assistants.map(({ _id: id, name, status }) => ({
    key: id,
    label: name || '(Unnamed Assistant)',
    detail: statusLabel(ASSISTANT_STATUS_LABELS, status),
    run: () => open(id),
  }));

export const presetCommands = (presets: readonly Preset[], open: (preset: Preset) => void): Command[] =>
  presets.map((preset) => ({ key: preset.id, label: preset.name, run: () => open(preset) }));
