/**
 * Bugs in reducers and screens. `text` in `file` is replaced by `instead`. `prepare` fills the account of a new user by
 * API calls, `session` is what the user does until the bug shows. `expected` are the arguments that a developer gives to
 * `npm run replay -- REPORT --fixture NAME`, and `at` finds the action after which they must hold, if not at the end.
 */
const RULES = {
  target_pages: [],
  target_tags: [],
  start_delay_hours: 5,
  delay_between_tasks_hours: 2,
  duplication_time_hours: 0,
};
const addPreset = (user, name) => user.call('POST', '/presets', { name, rules: RULES });
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** Adds a waiting assistant, and returns its id. */
async function addFlyers(user, { linkPage, flyer }, texts) {
  const guid = await linkPage(user, 'Luna Star');
  const { _id: id } = await user.call('POST', '/assistants', { name: 'Summer' });
  const form = new FormData();
  for (const text of texts) {
    form.append('images', new Blob([flyer], { type: 'image/jpeg' }), 'flyer.jpg');
    form.append('descriptions', text);
  }
  await user.call('POST', `/assistants/${id}/tasks`, form);
  await user.call('PUT', `/assistants/${id}`, {
    posting_rules: { ...RULES, start_delay_hours: 0, target_pages: [guid] },
  });
  return id;
}
async function addTwoFlyers(user, tools) {
  const id = await addFlyers(user, tools, ['First flyer', 'Second flyer']);
  await user.call('POST', `/assistants/${id}/add-to-queue`);
}
async function openQueue(page) {
  await tab(page, 'Queue');
  await page.getByText('1. First flyer').waitFor();
}

export const BUGS = [
  {
    name: 'deleted-preset-stays',
    file: 'frontend/src/data/presets/presetsSlice.ts',
    text: '        adapter.removeOne(state, meta.arg.originalArgs.id);',
    instead: '        void [state, meta];',
    sentence: 'I deleted the preset Evening and it is still there.',
    prepare: async (user) => {
      for (const name of ['Evening', 'Morning']) await addPreset(user, name);
    },
    session: async (page) => {
      await tab(page, 'Presets');
      await page.getByRole('button', { name: 'Delete Evening' }).click();
      const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await deleted;
    },
    expected: ['--shows', 'Morning', '--hides', 'Evening'],
  },
  {
    name: 'unlinked-page-stays',
    file: 'frontend/src/data/pages/pagesSlice.ts',
    text: '        removePages(state, [meta.arg.originalArgs.guid]);',
    instead: '        void [state, meta];',
    sentence: 'I unlinked Mila Rose and the list still has her.',
    prepare: async (user, { linkPage }) => {
      for (const name of ['Luna Star', 'Mila Rose']) await linkPage(user, name);
    },
    session: async (page) => {
      const unlinked = page.waitForResponse((response) => response.request().method() === 'DELETE');
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Unlink Mila Rose' }).click();
      await unlinked;
    },
    expected: ['--shows', 'Luna Star', '--hides', 'Mila Rose'],
  },
  {
    name: 'exception-at-unlinking',
    file: 'frontend/src/data/pages/pagesSlice.ts',
    text: '  adapter.removeMany(state, [...removed]);',
    instead: '  adapter.removeMany(state, [...removed]);\n  state.tags = state.entities[guids[0]].details.tags;',
    sentence: 'I unlinked Mila Rose, nothing happened, and the list still has her.',
    prepare: async (user, { linkPage }) => {
      for (const name of ['Luna Star', 'Mila Rose']) await linkPage(user, name);
    },
    session: async (page) => {
      const unlinked = page.waitForResponse((response) => response.request().method() === 'DELETE');
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Unlink Mila Rose' }).click();
      await unlinked;
    },
    expected: ['--shows', 'Luna Star', '--hides', 'Mila Rose'],
  },
  {
    name: 'exception-at-packages',
    file: 'frontend/src/data/credits/creditsSlice.ts',
    text: '        state.supportTelegram = payload.support_telegram;',
    instead: '        state.supportTelegram.name = payload.support_telegram;',
    sentence: 'The Credits tab has no packages.',
    prepare: async () => {},
    session: async (page) => {
      const listed = page.waitForResponse('**/api/credits/packages');
      await tab(page, 'Credits');
      await listed;
    },
    expectedOf: ({ entries }) => {
      const { payload } = entries.findLast(
        ({ action }) => action.meta?.arg?.endpointName === 'listPackages' && action.payload,
      ).action;
      return ['--shows', payload.packages[0].name];
    },
  },
  {
    name: 'presets-unsorted',
    file: 'frontend/src/data/storeRows.ts',
    text: 'if (!inScope && !sameJson(before.ids, answeredIds))',
    instead: 'if (!inScope && before.ids.length === 0)',
    sentence: 'My new preset Autumn is below Winter. Presets should be sorted by name.',
    prepare: (user) => addPreset(user, 'Winter'),
    session: async (page) => {
      await tab(page, 'Presets');
      await page.getByRole('article', { name: 'Winter' }).waitFor();
      await page.getByRole('button', { name: 'Create Preset' }).click();
      await page.getByLabel('Preset name').fill('Autumn');
      const listed = page.waitForResponse(
        (response) => response.request().method() === 'GET' && response.url().endsWith('/api/presets'),
      );
      await page.getByRole('button', { name: 'Save Preset' }).click();
      await listed;
      await page.getByRole('article', { name: 'Autumn' }).waitFor();
    },
    expected: ['--shows', 'Autumn', '--holds', "state.presets.entities[state.presets.ids[0] ?? '']?.name === 'Autumn'"],
  },
  {
    name: 'tag-from-elsewhere-missing',
    file: 'frontend/src/data/storeRows.ts',
    text: 'if (changed.length > 0) adapter.setMany(state, changed);',
    instead: 'if (changed.length > 0) adapter.addMany(state, changed);',
    sentence: 'I gave Luna Star a tag on my phone, and here it is missing.',
    prepare: async (user, { linkPage }) => {
      user.lunaGuid = await linkPage(user, 'Luna Star');
    },
    session: async (page, user) => {
      await page.getByRole('article', { name: 'Luna Star' }).waitFor();
      // The live channel may fetch the list again before the tab does.
      const listed = page.waitForResponse('**/api/get_user_pages');
      await user.call('PUT', `/pages/${user.lunaGuid}/tags`, { tags: ['weekend'] });
      await tab(page, 'Credits');
      await page.getByText('Transaction History').waitFor();
      await tab(page, 'Pages');
      await listed;
      await page.getByRole('article', { name: 'Luna Star' }).waitFor();
    },
    expected: ['--shows', 'Luna Star', '--shows', 'weekend'],
  },
  {
    name: 'queue-backwards',
    file: 'frontend/src/data/tasks/tasksSlice.ts',
    text: 'state.queueOrder[status] = payload.map((task) => task._id);',
    instead: 'state.queueOrder[status] = payload.map((task) => task._id).reverse();',
    sentence: 'The queue shows the second flyer first.',
    prepare: addTwoFlyers,
    session: openQueue,
    expected: [
      '--shows',
      '1. First flyer',
      '--holds',
      "state.tasks.entities[Object.values(state.tasks.queueOrder)[0]?.[0] ?? '']?.description === 'First flyer'",
    ],
  },
  {
    name: 'old-balance',
    file: 'frontend/src/data/credits/creditsSlice.ts',
    text: '        state.balance = payload;',
    instead: '        state.balance ??= payload;',
    sentence: 'Support gave me 25 credits and the balance is still 150.',
    prepare: async () => {},
    session: async (page, user, { admin }) => {
      await page.getByRole('button', { name: /150 credits/ }).waitFor();
      await admin.call('POST', '/credits/admin/adjust-credits', {
        user_id: user.session.telegram_id,
        amount: 25,
        transaction_type: 'bonus',
        description: '',
      });
      const asked = page.waitForResponse('**/api/credits/balance');
      await tab(page, 'Credits');
      await asked;
      await page.getByText('Transaction History').waitFor();
    },
    expected: ['--shows', '175'],
  },
  {
    name: 'same-count-on-all-tabs',
    file: 'frontend/src/screens/queue/QueueTab.tsx',
    text: 'queue.counts?.[key] ?? UNKNOWN_COUNT',
    instead: 'queue.counts?.[shownTab] ?? UNKNOWN_COUNT',
    sentence: 'All tabs of the queue have the count 2.',
    prepare: addTwoFlyers,
    session: async (page) => {
      await openQueue(page);
      await page.getByRole('tab', { name: 'Queue (2)', exact: true }).waitFor();
    },
    expected: ['--shows', 'Queue (2)', '--shows', 'Completed (0)'],
  },
  {
    name: 'wrong-delay-on-preset',
    file: 'frontend/src/screens/presets/PresetCard.tsx',
    text: '<li>Start delay {rules.start_delay_hours} h</li>',
    instead: '<li>Start delay {rules.delay_between_tasks_hours} h</li>',
    sentence: 'The preset says start delay 2 h, I saved 5 h.',
    prepare: (user) => addPreset(user, 'Evening'),
    session: async (page) => {
      await tab(page, 'Presets');
      await page.getByRole('article', { name: 'Evening' }).waitFor();
    },
    expected: ['--shows', 'Start delay 5 h'],
  },
  {
    name: 'wrong-credits-in-dialog',
    file: 'frontend/src/screens/credits/PurchaseDialog.tsx',
    text: '({formatNumber(chosen.total_credits)} credits for',
    instead: '({formatNumber(chosen.total_credits + 1)} credits for',
    sentence: 'The dialog for buying says one credit more than the package has.',
    prepare: async () => {},
    session: async (page) => {
      await tab(page, 'Credits');
      await page.getByRole('button', { name: /^Buy / }).first().click();
      await page.getByText('Payment is currently unavailable').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    },
    at: 'state.ui.buyCredits != null',
    expectedOf: ({ entries }) => {
      const { payload } = entries.findLast(
        ({ action }) => action.meta?.arg?.endpointName === 'listPackages' && action.payload,
      ).action;
      return ['--shows', `(${payload.packages[0].total_credits.toLocaleString('en-US')} credits for`];
    },
  },
  {
    name: 'one-task-missing-in-group',
    file: 'frontend/src/screens/queue/GroupedTasks.tsx',
    text: "counted(group.tasks.length, 'task')",
    instead: "counted(group.tasks.length - 1, 'task')",
    sentence: 'The group Summer says 1 task, but it has two.',
    prepare: addTwoFlyers,
    session: openQueue,
    expected: ['--shows', '2 tasks'],
  },
  // After calls of planning. If a report hid their answers, it would also hide the same texts elsewhere.
  {
    name: 'copy-at-the-end',
    file: 'frontend/src/data/assistants/assistantsSlice.ts',
    text: 'state.ids = [assistant._id, ...state.ids.filter((id) => id !== assistant._id)];',
    instead: 'state.ids = [...state.ids.filter((id) => id !== assistant._id), assistant._id];',
    sentence: 'I ran Summer again, and the copy is below it. New assistants should be first.',
    prepare: addTwoFlyers,
    session: async (page) => {
      await tab(page, 'Assistants');
      await page.getByRole('button', { name: 'Summer', expanded: false }).click();
      const copied = page.waitForResponse('**/run-again');
      await page.getByRole('button', { name: 'Run again' }).click();
      await copied;
      await page.getByText('Waiting to Start').waitFor();
    },
    expected: [
      '--shows',
      'Summer',
      '--holds',
      "state.assistants.entities[state.assistants.ids[0] ?? '']?.name === 'Summer' && state.assistants.entities[state.assistants.ids[0] ?? '']?.status === 'waiting'",
    ],
  },
  {
    name: 'limits-not-shown',
    file: 'frontend/src/data/pages/pagesSlice.ts',
    text: '(state, { payload }) => storeChanged(state, payload.pages))',
    instead: '() => undefined)',
    sentence: 'I gave Luna Star a limit of 3 posts, and the card has no limit.',
    prepare: (user, { linkPage }) => linkPage(user, 'Luna Star'),
    session: async (page) => {
      await page.getByRole('button', { name: 'Posting limits of Luna Star' }).click();
      await page.getByLabel('Posts in 24 hours').fill('3');
      const saved = page.waitForResponse('**/api/pages/bulk-limits');
      await page.getByRole('button', { name: 'Save limits' }).click();
      await saved;
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    expected: ['--shows', 'Luna Star', '--shows', 'At most 3 posts in 24 hours'],
  },
  {
    name: 'one-task-missing-after-the-calendar',
    file: 'frontend/src/screens/queue/GroupedTasks.tsx',
    text: "counted(group.tasks.length, 'task')",
    instead: "counted(group.tasks.length - 1, 'task')",
    sentence: 'After the calendar the group Summer says 1 task, but it has two.',
    prepare: addTwoFlyers,
    session: async (page) => {
      await openQueue(page);
      const planned = page.waitForResponse('**/api/queue/calendar');
      await page.getByRole('button', { name: 'Calendar', exact: true }).click();
      await planned;
      await page.getByRole('button', { name: 'Tasks', exact: true }).click();
      await page.getByText('1. First flyer').waitFor();
    },
    expected: ['--shows', '1. First flyer', '--shows', '2 tasks'],
  },
  {
    name: 'wrong-flyer-in-warning',
    file: 'frontend/src/screens/assistants/queueing/groupedWarnings.ts',
    text: 'else groups.set(key, { warning, flyers: [flyer] });',
    instead: 'else groups.set(key, { warning, flyers: [flyer + 1] });',
    sentence: 'The forecast warns of "tonight" in flyer 2, but it is in flyer 1.',
    prepare: async (user, tools) => {
      await user.call('PUT', '/listed-words', { words: ['tonight'] });
      await addFlyers(user, tools, ['Tonight only']);
    },
    session: async (page) => {
      await tab(page, 'Assistants');
      await page.getByText('the text contains "tonight"').waitFor();
      const listed = page.waitForResponse('**/api/listed-words');
      await page.getByText('Words to warn of').click();
      await listed;
    },
    expected: ['--shows', 'Flyer 1: the text contains "tonight".'],
  },
];
