import { admin, type ScreenCase } from './screenCase.ts';

export const PAGE_SCREENS: readonly ScreenCase[] = [
  admin('admin page', async (page, { pageGuid }) => {
    await page.goto(`/admin/pages/${pageGuid}`);
    await page.getByRole('heading', { name: 'What Happened' }).waitFor();
  }),
];
