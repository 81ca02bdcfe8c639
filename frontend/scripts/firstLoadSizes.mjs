import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');

const OPERATION = ['src/app/AntdTheme.tsx', 'src/screens/admin/OperationScreens.tsx'];

/** Source files that the first load of each route imports, besides the entry. */
export const ROUTES = {
  '/auth': ['src/screens/auth/LandingScreen.tsx'],
  '/screenshot-view': ['src/screens/preview/PreviewScreen.tsx'],
  'dashboard, Pages tab': ['src/routes/DashboardRoute.tsx', 'src/screens/pages/PagesTab.tsx'],
  'dashboard, Assistants tab': ['src/routes/DashboardRoute.tsx', 'src/screens/assistants/AssistantsTab.tsx'],
  'dashboard, Queue tab': ['src/routes/DashboardRoute.tsx', 'src/screens/queue/QueueTab.tsx'],
  'dashboard, Presets tab': ['src/routes/DashboardRoute.tsx', 'src/screens/presets/PresetsTab.tsx'],
  'dashboard, Credits tab': ['src/routes/DashboardRoute.tsx', 'src/screens/credits/CreditsTab.tsx'],
  '/verify-link': ['src/app/AntdTheme.tsx', 'src/screens/verifyLink/VerifyLinkScreen.tsx'],
  '/admin': ['src/app/AntdTheme.tsx', 'src/screens/admin/dashboard/AdminDashboardScreen.tsx'],
  '/admin/users': ['src/app/AntdTheme.tsx', 'src/screens/admin/users/UsersScreen.tsx'],
  '/admin/users/{telegramId}': ['src/app/AntdTheme.tsx', 'src/screens/admin/user/UserScreen.tsx'],
  '/admin/performance': ['src/app/AntdTheme.tsx', 'src/screens/admin/performance/PerformanceScreen.tsx'],
  '/admin/postings': ['src/app/AntdTheme.tsx', 'src/screens/admin/postings/PostingsScreen.tsx'],
  '/admin/credits': ['src/app/AntdTheme.tsx', 'src/screens/admin/credits/CreditsScreen.tsx'],
  '/admin/audit': ['src/app/AntdTheme.tsx', 'src/screens/admin/audit/AuditScreen.tsx'],
  '/admin/pages/{guid}': [...OPERATION, 'src/screens/admin/page/PageScreen.tsx'],
  '/admin/reports': [...OPERATION, 'src/screens/admin/reports/ReportsScreen.tsx'],
  '/admin/site-packs': [...OPERATION, 'src/screens/admin/sitePacks/SitePacksScreen.tsx'],
  '/admin/backups': [...OPERATION, 'src/screens/admin/backups/BackupsScreen.tsx'],
  '/tasks/{id}': ['src/app/AntdTheme.tsx', 'src/screens/task/TaskScreen.tsx'],
};

/** Path in dist. Contains the imports and the source files of each chunk. */
export const CHUNKS_FILE = '.chunks.json';

/**
 * All chunks of the given sources with their static imports, from the last build: file names in dist.
 *
 * @returns {string[]}
 */
export function chunksOf(sources) {
  const chunks = JSON.parse(readFileSync(join(dist, CHUNKS_FILE), 'utf8'));
  const files = new Set();
  const take = (file) => {
    if (files.has(file)) return;
    files.add(file);
    chunks[file].imports.forEach(take);
  };
  for (const source of ['src/main.tsx', ...sources]) {
    const file = Object.keys(chunks).find((name) => chunks[name].sources.includes(source));
    if (!file) throw new Error(`The build has no ${source}.`);
    take(file);
  }
  return [...files];
}

export const gzippedKiB = (files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [route, sources] of Object.entries(ROUTES)) {
    process.stdout.write(`${gzippedKiB(chunksOf(sources)).toFixed(1).padStart(7)} KiB  ${route}\n`);
  }
}
