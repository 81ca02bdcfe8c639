import { AUDIT_PAGE_SIZE, listAuditEvents } from '@flyerdeck/contracts';
import { oneRow } from '../../database/statement.ts';
import type { EndpointRouter } from '../../http/mountEndpoint.ts';
import { countEvents, listEventRows } from './auditEvents.query.ts';

/** Lists and exports the audit events of all admins. */
export function mountAuditRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listAuditEvents, async ({ db, query }) => {
    const { page = 1, limit = AUDIT_PAGE_SIZE, ...filter } = query;
    // One after another, because a search has one connection.
    const rows = await listEventRows(db, { ...filter, page, limit });
    const { total } = await oneRow(countEvents(db, filter));
    return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
  });
}
