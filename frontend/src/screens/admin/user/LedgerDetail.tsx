import type { LedgerEntry } from '@flyerdeck/contracts/types';
import { Descriptions } from 'antd';
import { CopyableId } from '../table/details/CopyableId.tsx';

/** The ids of a ledger entry. */
export function LedgerDetail({ entry: { id, page_guid, admin_telegram_id } }: { readonly entry: LedgerEntry }) {
  const facts = {
    Entry: <CopyableId id={id} what="entry" />,
    ...(page_guid && { Page: <CopyableId id={page_guid} what="page" /> }),
    ...(admin_telegram_id && { 'Booked by': <CopyableId id={admin_telegram_id} what="admin" /> }),
  };
  return (
    <Descriptions
      size="small"
      column={1}
      items={Object.entries(facts).map(([label, children]) => ({ key: label, label, children }))}
    />
  );
}
