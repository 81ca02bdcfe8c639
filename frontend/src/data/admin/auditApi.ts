import * as audit from '@flyerdeck/contracts/calls/audit';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAuditEvents: query(build, audit.listAuditEvents, { provides: ['AdminAct/LIST'] }),
    exportAuditEvents: mutation(build, audit.exportAuditEvents),
  }),
});

export const { useListAuditEventsQuery, useExportAuditEventsMutation } = auditApi;
