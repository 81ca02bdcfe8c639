import type { AccountExportState } from '@flyerdeck/contracts';
import type { ExportRow } from './accountExports.query.ts';

export function presentExport(row: ExportRow | undefined): AccountExportState {
  if (!row) return { state: 'none', requested_at: null, expires_at: null, byte_size: 0, files_left_out: 0 };
  return {
    state: row.ready_at ? 'ready' : 'preparing',
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    byte_size: Number(row.byte_size),
    files_left_out: row.files_left_out,
  };
}
