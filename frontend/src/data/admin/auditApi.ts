import type { listAuditEvents, QueryOf } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** Calls of the audit log. */
export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAuditEvents: build.query<Answer<'listAuditEvents'>, QueryOf<typeof listAuditEvents>>({
      query: (query) => ({ path: path`/admin/audit`, query }),
      providesTags: [listTag('AdminAct')],
    }),
    exportAuditEvents: build.mutation<Answer<'exportAuditEvents'>, WithBody<'exportAuditEvents'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/audit/export`, body }),
      // An export is an audit event.
      invalidatesTags: [listTag('AdminAct')],
    }),
  }),
});

export const { useListAuditEventsQuery, useExportAuditEventsMutation } = auditApi;
