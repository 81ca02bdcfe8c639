import type { ExportAuditEventsBody } from '@flyerdeck/contracts/types';
import { AUDIT_EVENT_NAMES, type AuditEventName } from '@flyerdeck/contracts/values/audit';
import dayjs from 'dayjs';
import { useUrlParams } from '../../../app/useUrlParams.ts';
import { isTelegramId } from '../people/people.ts';
import { type TableView, type TableViewRules, useTableView } from '../table/tableView.ts';

/** Valid URL parameters of the audit log, beside its texts. */
export const AUDIT_VIEW: TableViewRules<'at', 'act' | 'user'> = {
  table: 'audit',
  sorts: ['at'],
  defaultSort: 'at',
  defaultOrder: 'desc',
  filters: { act: AUDIT_EVENT_NAMES, user: isTelegramId },
};

const TEXTS = ['actor', 'target', 'from', 'to'] as const;
type AuditText = (typeof TEXTS)[number];
/** Names of admins and users, and the first and last day as '2026-11-22'. Empty when a filter is not set. */
export type AuditTexts = Readonly<Record<AuditText, string>>;

/** Empty for a text that is not a day, also for '2026-02-30'. */
const dayOf = (text: string) => (dayjs(text).format('YYYY-MM-DD') === text ? text : '');

export function auditTextsOf(params: URLSearchParams): AuditTexts {
  const textOf = (name: AuditText) => params.get(name)?.trim() ?? '';
  return { actor: textOf('actor'), target: textOf('target'), from: dayOf(textOf('from')), to: dayOf(textOf('to')) };
}

/** What the list and its export have in common. Days begin and end in the reader's time zone. */
export const selectionOf = (
  { order, filters }: TableView<'at', 'act' | 'user'>,
  { actor, target, from, to }: AuditTexts,
): ExportAuditEventsBody => ({
  ...(actor && { actor }),
  ...(target && { target }),
  ...(filters.user !== null && { user_id: filters.user }),
  ...(filters.act !== null && { act: filters.act as AuditEventName }),
  ...(from && { from: dayjs(from).startOf('day').toISOString() }),
  ...(to && { before: dayjs(to).startOf('day').add(1, 'day').toISOString() }),
  sort_order: order === 'asc' ? 1 : -1,
});

/** The view in the URL, and functions that change it. */
export function useAuditView() {
  const table = useTableView(AUDIT_VIEW);
  const [params, changeParams] = useUrlParams();
  const setText = (name: AuditText, text: string) =>
    changeParams(
      (current) => {
        current.delete('page');
        if (text) current.set(name, text);
        else current.delete(name);
        return current;
      },
      { replace: true },
    );
  return { ...table, texts: auditTextsOf(params), setText };
}
