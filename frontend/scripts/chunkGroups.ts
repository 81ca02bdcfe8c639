import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const DASHBOARD = ['src/routes/DashboardRoute.tsx'];
/** Other screens with antd. They are opened less often than the dashboard. */
const WITH_ANTD = [
  'src/app/AntdTheme.tsx',
  'src/screens/verifyLink/VerifyLinkScreen.tsx',
  'src/screens/admin/',
  'src/screens/task/TaskScreen.tsx',
  'src/replay/panel/',
];
/** Screens and dialogs that must not load antd. */
const WITHOUT_ANTD = [
  'src/screens/auth/',
  'src/screens/preview/',
  'src/app/MiniAppSignIn.tsx',
  'src/app/LaunchQuestion.tsx',
  'src/telegram/openMiniApp.ts',
  'src/replay/stage/',
];

/** Collects a module and all modules that import it statically, directly or not. */
function collectImporters(id: string, graph: Graph, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) collectImporters(importer, graph, found);
  return found;
}

const isAnyOf = (ids: ReadonlySet<string>, sources: readonly string[]): boolean =>
  [...ids].some((id) => sources.some((source) => id.includes(`/frontend/${source}`)));

/** The dashboard's modules in two chunks: those that other screens with antd load too, and the others. */
function dashboardChunkOf(id: string, graph: Graph): string | null {
  const importers = collectImporters(id, graph);
  if (!isAnyOf(importers, DASHBOARD) || isAnyOf(importers, WITHOUT_ANTD)) return null;
  // antd's index imports all of its modules. Automatic splitting knows which of them a screen uses.
  if ([...importers].some((importer) => importer.includes('/antd/es/index.js'))) return null;
  return isAnyOf(importers, WITH_ANTD) ? 'widgets' : 'dashboard';
}

/**
 * The first load as few large chunks. A browser requests at most six files at once by HTTP/1.1, so that dozens of small
 * chunks need several round trips. Modules outside of these groups are split automatically.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 1 },
  { name: dashboardChunkOf, debugName: 'dashboard' },
];
