import type { AssistantUpdate } from '@flyerdeck/contracts';
import type { Page, Request } from '@playwright/test';
import { button, LIST, makeOne, mode, ONE, openAssistants, openInStatus, screenshots } from './assistantSettings.ts';
import { expect, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

const saved = (page: Page) => page.getByText('Saved', { exact: true });
const delay = (page: Page) => page.getByLabel('Start delay (hours)');
const resetList = (page: Page) => page.getByLabel('Reset timer after posts');

const isSave = (request: Request) => request.method() === 'PUT' && ONE.test(request.url());
const bodyOf = (request: Request) => request.postDataJSON() as AssistantUpdate;
const nextSave = async (page: Page) => bodyOf(await page.waitForRequest(isSave));

/** What something that was done sends to be saved. */
async function savedBy(page: Page, act: () => Promise<unknown>): Promise<AssistantUpdate> {
  const save = nextSave(page);
  await act();
  return save;
}

/** Time stands still, so that what saves now saves at once. */
async function openStill(page: Page) {
  await page.clock.install();
  await openAssistants({ page });
  const clock = await stopClock(page);
  const saves: AssistantUpdate[] = [];
  page.on('request', (request) => {
    if (isSave(request)) saves.push(bodyOf(request));
  });
  return { clock, saves };
}

const seeQuietPeriod = async ({ page }: { page: Page }) => {
  const { clock, saves } = await openStill(page);
  await delay(page).fill('3');
  await clock.pass(1_400);
  await delay(page).fill('4');
  await clock.pass(1_490);
  expect(saves).toEqual([]);
  const save = nextSave(page);
  await clock.pass(20);
  expect((await save).posting_rules?.start_delay_hours).toBe(4);
};

const seeSavedGo = async ({ page }: { page: Page }) => {
  const { clock } = await openStill(page);
  await screenshots(page).click();
  await clock.passUntilSeen(saved(page));
  await clock.pass(1_300);
  await expect(saved(page)).toBeVisible();
  await clock.pass(210);
  await expect(saved(page)).toBeHidden();
};

specRows('4 Rule mode and autosave', { given: makeOne }, [
  {
    says: 'An assistant is either on a named preset or on Custom.',
    see: async ({ page }) => {
      await openAssistants({ page });
      await expect(mode(page).getByRole('option')).toHaveText(['Custom', 'Weekend push']);
    },
  },
  {
    says: 'Choosing a preset applies its rules and saves at once.',
    alone: true,
    see: async ({ page, given: { preset } }) => {
      const { saves } = await openStill(page);
      await mode(page).selectOption('Weekend push');
      await expect
        .poll(() => saves)
        .toEqual([{ posting_rules: preset.rules, preset_id: preset.id, preset_name: 'Weekend push' }]);
    },
  },
  {
    says: 'Editing any rule field, … clears the preset (preset id and name sent as null).',
    see: async ({ page }) => {
      await openAssistants({ page });
      const save = await savedBy(page, () => delay(page).fill('2'));
      expect(save).toMatchObject({ preset_id: null, preset_name: null, posting_rules: { start_delay_hours: 2 } });
    },
  },
  ...(
    [
      ['target page', (page) => page.getByRole('checkbox', { name: 'Luna Star' }).click()],
      ['target tag', (page) => page.getByRole('checkbox', { name: '#promo' }).click()],
      ['delay between tasks', (page) => page.getByLabel('Delay between tasks (hours)').fill('7')],
      ['duplication time', (page) => page.getByLabel('Duplication time (hours)').fill('7')],
    ] satisfies [string, (page: Page) => Promise<void>][]
  ).map(([field, edit]) => ({
    says: `Editing any rule field … clears the preset: ${field}`,
    see: async ({ page }: { page: Page }) => {
      await openAssistants({ page });
      // Another row may have left the preset chosen already.
      await mode(page).selectOption('Custom');
      await savedBy(page, () => mode(page).selectOption('Weekend push'));
      const save = await savedBy(page, () => edit(page));
      expect(save).toMatchObject({ preset_id: null, preset_name: null, posting_rules: expect.anything() });
      await expect(mode(page).getByRole('option', { selected: true })).toHaveText('Custom');
    },
  })),
  {
    says: '… or choosing Custom, clears the preset (preset id and name sent as null).',
    see: async ({ page }) => {
      await openAssistants({ page });
      await savedBy(page, () => mode(page).selectOption('Weekend push'));
      await expect(saved(page)).toBeVisible();
      expect(await savedBy(page, () => mode(page).selectOption('Custom'))).toEqual({
        preset_id: null,
        preset_name: null,
      });
    },
  },
  {
    says: 'Toggling screenshot mode saves immediately.',
    alone: true,
    see: async ({ page }) => {
      const { saves } = await openStill(page);
      await screenshots(page).click();
      await expect.poll(() => saves.length).toBe(1);
      expect(Object.keys(saves[0] ?? {})).toEqual(['screenshot_as_file']);
    },
  },
  { says: 'Other edits save after a 1.5 second quiet period …', alone: true, see: seeQuietPeriod },
  {
    says: '… (the reset list also on blur).',
    alone: true,
    see: async ({ page }) => {
      const { saves } = await openStill(page);
      await resetList(page).fill('7, 3');
      expect(saves).toEqual([]);
      await resetList(page).blur();
      await expect.poll(() => saves).toEqual([{ reset_after_posts_list: [7, 3] }]);
    },
  },
  { says: "A 'Saved' indicator shows for 1.5 seconds.", alone: true, see: seeSavedGo },
]);

specRows('9 Business constants: autosave', { given: makeOne }, [
  { says: 'Autosave quiet period 1500 ms; …', alone: true, see: seeQuietPeriod },
  { says: "… 'Saved' indicator 1500 ms.", alone: true, see: seeSavedGo },
]);

const HOUR_FIELDS = [
  ['Start delay (hours)', 'start_delay_hours'],
  ['Delay between tasks (hours)', 'delay_between_tasks_hours'],
  ['Duplication time (hours)', 'duplication_time_hours'],
] as const;

specRows('5 Validation rules: assistants', { given: makeOne }, [
  {
    says: 'Hour fields are parsed as integers; …',
    see: async ({ page }) => {
      await openAssistants({ page });
      const save = await savedBy(page, async () => {
        for (const [place, [label]] of HOUR_FIELDS.entries()) await page.getByLabel(label).fill(`${place + 3}.9`);
      });
      expect(HOUR_FIELDS.map(([, field]) => save.posting_rules?.[field])).toEqual([3, 4, 5]);
    },
  },
  ...(
    [
      ['… invalid …', ''],
      ['… or negative becomes 0; …', '-5'],
    ] as const
  ).map(([says, typed]) => ({
    says,
    see: async ({ page }: { page: Page }) => {
      await openAssistants({ page });
      await savedBy(page, () => delay(page).fill('8'));
      const save = await savedBy(page, () => delay(page).fill(typed));
      expect(save.posting_rules?.start_delay_hours).toBe(0);
      await delay(page).blur();
      await expect(delay(page)).toHaveValue('0');
    },
  })),
  {
    says: '… input minimum 0.',
    see: async ({ page }) => {
      await openAssistants({ page });
      for (const [label] of HOUR_FIELDS) await expect(page.getByLabel(label)).toHaveAttribute('min', '0');
    },
  },
  {
    says: 'Reset timer list: comma-separated text; each item parsed as integer; non-numeric or negative items dropped.',
    see: async ({ page }) => {
      await openAssistants({ page });
      const save = await savedBy(page, async () => {
        await resetList(page).fill('10, x, -3, 5.7, 20');
        await resetList(page).blur();
      });
      expect(save.reset_after_posts_list).toEqual([10, 5, 20]);
      await expect(resetList(page)).toHaveValue('10,5,20');
    },
  },
  {
    says: "Add to queue only when status is waiting, else 'Only assistants in waiting state can be added to queue.'",
    see: async ({ page }) => {
      await openInStatus(page, 'posting');
      await expect(button(page, 'Add to Queue')).toBeDisabled();
      await expect(
        page.getByText('Only assistants in waiting state can be added to queue.', { exact: true }),
      ).toBeVisible();
    },
  },
  {
    says: "Resume only when paused, else 'Can only resume assistants that are paused.'",
    see: async ({ page }) => {
      await openInStatus(page, 'waiting');
      await expect(button(page, 'Resume')).toHaveCount(0);
      // Another browser has resumed it meanwhile: only the server knows.
      await page.unroute(LIST);
      await openInStatus(page, 'paused');
      await button(page, 'Resume').click();
      await expect(page.getByRole('alert')).toContainText('Can only resume assistants that are paused.');
    },
  },
]);
