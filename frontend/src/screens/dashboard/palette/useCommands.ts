import type { CurrentUser } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../../app/hooks.ts';
import { useListAssistantsQuery } from '../../../data/assistants/assistantsApi.ts';
import { selectAllAssistants } from '../../../data/assistants/assistantsSlice.ts';
import { JUST_READ_SECONDS } from '../../../data/justRead.ts';
import { useListUserPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useListPresetsQuery } from '../../../data/presets/presetsApi.ts';
import { selectAllPresets } from '../../../data/presets/presetsSlice.ts';
import { useQueueStatusQuery, useStartQueueMutation, useStopQueueMutation } from '../../../data/queue/queueApi.ts';
import { pageName } from '../../../lib/pageName.ts';
import { download } from '../../../telegram/openOutside.ts';
import type { DashboardActions } from '../DashboardDialogs.tsx';
import { TAB_KEYS } from '../useDashboardKeys.ts';
import { VIEW_LABELS } from '../views.ts';
import { assistantCommands, type Command, type CommandGroup, pageCommands, presetCommands } from './commands.ts';

export interface PaletteProps extends DashboardActions {
  readonly user: CurrentUser;
  onClosed(): void;
  onHelp(): void;
}

const FRESH = { refetchOnMountOrArgChange: JUST_READ_SECONDS };

interface CommandsProps extends Omit<PaletteProps, 'onClosed'> {
  onExpand(assistantId: string): void;
  onAdmin(): void;
}

/** All commands of the palette. */
export function useCommands(props: CommandsProps): CommandGroup[] {
  const { onSearchIn, onExpand } = props;
  useListUserPagesQuery(undefined, FRESH);
  useListAssistantsQuery(undefined, FRESH);
  useListPresetsQuery(undefined, FRESH);
  const pages = useAppSelector(selectAllPages);
  const assistants = useAppSelector(selectAllAssistants);
  const presets = useAppSelector(selectAllPresets);
  return [
    { title: 'Actions', commands: useActions(props) },
    { title: 'Pages', commands: pageCommands(pages, (page) => onSearchIn('pages', pageName(page))) },
    { title: 'Assistants', commands: assistantCommands(assistants, onExpand) },
    { title: 'Presets', commands: presetCommands(presets, (preset) => onSearchIn('presets', preset.name)) },
  ];
}

function useActions({ user, onShow, onOpen, onLinkPage, onHelp, onAdmin }: CommandsProps): Command[] {
  const { data: status } = useQueueStatusQuery(undefined, FRESH);
  const [start] = useStartQueueMutation();
  const [stop] = useStopQueueMutation();
  const action = (label: string, run: () => void, detail?: string): Command => ({
    key: label,
    label,
    ...(detail ? { detail } : {}),
    run,
  });
  const postingSwitch = status?.is_posting_active
    ? action('Pause Posting', () => void stop())
    : action('Start Posting', () => void start());
  return [
    action('New post', () => onOpen('new-post'), 'n'),
    action('Link OnlyFans Page', onLinkPage),
    ...(status ? [postingSwitch] : []),
    ...Object.entries(TAB_KEYS).map(([key, view]) =>
      action(`Show ${VIEW_LABELS[view]}`, () => onShow(view), `g ${key}`),
    ),
    action('Runners', () => onOpen('runners')),
    action('Download extension', () => download('/extension.zip')),
    action('My sessions', () => onOpen('sessions')),
    action('Privacy and data', () => onOpen('privacy')),
    action('Report a problem', () => onOpen('report')),
    action('Keyboard', onHelp, '?'),
    ...(user.is_admin ? [action('Admin panel', onAdmin)] : []),
  ];
}
