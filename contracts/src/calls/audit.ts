// Written by `npm run calls` from audit.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../audit.ts';

export const listAuditEvents: Call<typeof contracts.listAuditEvents> = { path: '/admin/audit' };
