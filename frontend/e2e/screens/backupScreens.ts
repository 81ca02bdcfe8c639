import type { Backups } from '@flyerdeck/contracts';
import { admin, type ScreenCase } from './screenCase.ts';

const at = (day: number) => new Date(Date.UTC(2026, 1, day, 4)).toISOString();

const BACKUPS: Backups = {
  every_hours: 24,
  keep: 7,
  is_late: true,
  asked_at: null,
  writing_since: null,
  failure: { at: at(28), error: 'The disk of /backups is full.' },
  test_restore: { backup: '2026-02-22T04-00-00Z', at: at(22), error: null, good_at: at(22) },
  backups: [27, 26, 25, 24, 23, 22, 21].map((day) => ({
    name: at(day).replace('.000', '').replaceAll(':', '-'),
    made_at: at(day),
    byte_size: 1_200_000_000 + day * 31_000_000,
    row_count: 9_000_000 + day * 240_000,
  })),
};

export const BACKUP_SCREENS: readonly ScreenCase[] = [
  admin('admin backups', async (page) => {
    await page.route('**/api/admin/backups', (route) => route.fulfill({ json: BACKUPS }));
    await page.goto('/admin/backups');
    await page.getByText('The last attempt failed').waitFor();
  }),
];
