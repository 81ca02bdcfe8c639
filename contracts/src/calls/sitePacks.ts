// Written by `npm run calls` from sitePacks.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../sitePacks.ts';

export const listSitePacks: Call<typeof contracts.listSitePacks> = { path: '/admin/site-packs' };
export const listStructureReports: Call<typeof contracts.listStructureReports> = { path: '/admin/structure-reports' };
export const publishSitePack: Call<typeof contracts.publishSitePack> = { method: 'POST', path: '/admin/site-packs', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] };
export const undoSitePack: Call<typeof contracts.undoSitePack> = { method: 'POST', path: '/admin/site-packs/undo', changes: ['SitePack', 'AdminStats'], refetchOnFailure: ['SitePack', 'AdminStats'] };
