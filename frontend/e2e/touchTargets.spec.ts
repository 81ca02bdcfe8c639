import { expect, test } from './product.ts';
import { COMPOSE_SCREENS } from './screens/composeScreens.ts';
import { DIALOGS } from './screens/dialogScreens.ts';
import { PLANNING } from './screens/planningScreens.ts';
import { newUser, openView } from './screens/screenCase.ts';
import { FULL_TABS } from './screens/tabScreens.ts';
import { smallControls } from './smallControls.ts';
import { signUpVisitors } from './visitors.ts';

const SCREENS = [
  ...FULL_TABS,
  ...DIALOGS,
  ...PLANNING,
  ...COMPOSE_SCREENS.filter(({ name }) => name !== 'first steps'),
  newUser('first steps of a phone', async (page) => {
    await openView(page, 'pages');
    await page.getByRole('button', { name: 'Paste the token' }).waitFor();
  }),
];

test('on a phone every control of the main screens responds within 44 px', async ({ browser, product }) => {
  const visitors = await signUpVisitors(product.baseUrl);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  for (const visitor of ['fullUser', 'newUser'] as const) {
    const context = await visitors.openBrowser(browser, visitor, phone);
    for (const screen of SCREENS) {
      if (screen.visitor !== visitor) continue;
      const page = await context.newPage();
      await screen.open(page, visitors.data);
      expect.soft(await smallControls(page), screen.name).toEqual([]);
      await page.close();
    }
    await context.close();
  }
});
