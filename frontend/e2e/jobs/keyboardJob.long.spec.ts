import type { Locator, Page } from '@playwright/test';
import { Device } from '../device.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { linkSummary } from '../linkForm.ts';
import { expect, test } from '../spec/personTest.ts';

/** No screen has more focusable elements. More key presses mean an endless loop. */
const MAX_PRESSES = 120;

/** Presses Tab until the control has the focus, as a user without a mouse does. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expectVisibleFocus(control);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${MAX_PRESSES} times ${key} did not focus ${control}`);
}

/** Checks that the focused control or a parent element has a visible focus: an outline or another border. */
async function expectVisibleFocus(focused: Locator): Promise<void> {
  const isVisible = await focused.evaluate((element) => {
    const focusStyle = (one: Element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
      return { hasOutline: outlineStyle !== 'none' && outlineWidth !== '0px', edge: `${boxShadow} ${borderColor}` };
    };
    const elements = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => !!one);
    const withFocus = elements.map(focusStyle);
    (element as HTMLElement).blur();
    const withoutFocus = elements.map(focusStyle);
    (element as HTMLElement).focus();
    return withFocus.some(({ hasOutline, edge }, index) => hasOutline || edge !== withoutFocus[index]?.edge);
  });
  expect(isVisible, `the focus is visible on ${focused}`).toBe(true);
}

test('the whole job by keyboard: link, flyer, targets, queue, start, retry, completed', async ({ page, product }) => {
  const { keyboard } = page;
  const luna = await Device.requestLink(product.baseUrl, 'Luna Star');
  const tab = (name: string | RegExp) => page.getByRole('tab', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('open the link dialog and close it by Escape; the focus returns', async () => {
    await page.goto('/');
    await tabTo(page, button('Link OnlyFans Page'));
    await keyboard.press('Enter');
    await expect(page.getByPlaceholder('Paste your linking token here')).toBeFocused();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button('Link OnlyFans Page')).toBeFocused();
  });

  await test.step('link a page', async () => {
    await keyboard.press('Enter');
    await expect(page.getByPlaceholder('Paste your linking token here')).toBeFocused();
    await keyboard.type(luna.linkingToken);
    await expect(linkSummary(page)).toContainText('Luna Star');
    const reloaded = page.waitForEvent('load');
    await keyboard.press('Enter');
    await reloaded;
    await expect(page.getByText('Luna Star', { exact: true })).toBeVisible();
  });

  await test.step('create an assistant with a flyer and its text', async () => {
    await tabTo(page, tab('Pages'));
    await keyboard.press('ArrowRight');
    await expect(tab('Assistants')).toBeFocused();
    await tabTo(page, page.getByLabel('Name of the new assistant'));
    await keyboard.type('By keyboard');
    await keyboard.press('Enter');
    const files = page.getByLabel('Add flyers');
    await expect(files).toBeAttached();
    await tabTo(page, files);
    await files.setInputFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() });
    await tabTo(page, page.getByLabel('Text of flyer 1'), 'Shift+Tab');
    await keyboard.type('Typed, not clicked');
  });

  await test.step('choose a target', async () => {
    await tabTo(page, page.getByRole('checkbox', { name: 'Luna Star' }));
    await keyboard.press('Space');
    await expect(page.getByRole('checkbox', { name: 'Luna Star' })).toBeChecked();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('add it to the queue', async () => {
    await luna.poll();
    await tabTo(page, button('Add to Queue'));
    await keyboard.press('Enter');
    await expect(page.getByText('1 posting added to the queue.')).toBeVisible();
  });

  await test.step('start posting', async () => {
    await tabTo(page, tab('Assistants'), 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await expect(tab('Queue')).toBeFocused();
    await expect(page.getByText('1. Typed, not clicked')).toBeVisible();
    await tabTo(page, button('Start Posting'));
    await keyboard.press('Enter');
    await expect(page.getByText('Queue processing start requested.')).toBeVisible();
  });

  await test.step('retry the failed flyer', async () => {
    await luna.fail('The site asked for a captcha.');
    await expect(tab('Failed (1)')).toBeVisible();
    await tabTo(page, tab(/^Queue \(/));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await expect(tab('Failed (1)')).toBeFocused();
    await tabTo(page, button('Retry'));
    await keyboard.press('Enter');
    await expect(tab('Failed (0)')).toBeVisible();
  });

  await test.step('wait until the flyer is completed', async () => {
    await luna.post();
    await expect(tab('Completed (1)')).toBeVisible();
    await tabTo(page, tab('Failed (0)'), 'Shift+Tab');
    await keyboard.press('ArrowLeft');
    await expect(tab('Completed (1)')).toBeFocused();
    await expect(page.getByText('1. Typed, not clicked')).toBeVisible();
    await expect(page.getByRole('button', { name: /140 credits/ })).toBeVisible();
  });
});
