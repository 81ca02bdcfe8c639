import type { ExportAuditEventsBody } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_NAMES, type AuditEventName } from '@flyerdeck/contracts/values/audit';
import { isTelegramId } from '../people/people.ts';
import { isDay, startOfDay } from '../table/filters.tsx';
import type { TableView, TableViewRules } from '../table/tableView.ts';

type AuditFilter = 'act' | 'user' | 'actor' | 'target' | 'from' | 'to';

const isText = () => true;

/** Valid URL parameters of the audit log. `actor` and `target` are names of admins and users, `from` and `to` days. */
export const AUDIT_VIEW: TableViewRules<'at', AuditFilter> = {
  table: 'audit',
  sorts: ['at'],
  defaultSort: 'at',
  defaultOrder: 'desc',
  filters: { act: AUDIT_EVENT_NAMES, user: isTelegramId, actor: isText, target: isText, from: isDay, to: isDay },
};

/** What the list and its export have in common. Days begin and end in the reader's time zone. */
export const selectionOf = ({
  order,
  filters: { actor, target, user, act, from, to },
}: TableView<'at', AuditFilter>): ExportAuditEventsBody => ({
  ...(actor && { actor }),
  ...(target && { target }),
  ...(user && { user_id: user }),
  ...(act && { act: act as AuditEventName }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { before: startOfDay(to, 1) }),
  sort_order: order === 'asc' ? 1 : -1,
});
