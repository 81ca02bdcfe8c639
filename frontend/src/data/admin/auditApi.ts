import * as audit from '@flyerdeck/contracts/calls/audit';
import { injectCalls } from '../client.ts';

export const auditApi = injectCalls(audit, { listAuditEvents: { provides: ['AdminAct'] } });

export const { useListAuditEventsQuery } = auditApi;
