import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts';
import { type ExtensionStory, expect, LUNA, test } from './extensionStory.ts';

interface Probed {
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly missing: readonly string[];
  readonly structure: string | null;
}

interface Tab {
  readonly id: number;
  readonly url?: string;
}

interface WorkerScope {
  readonly chrome: {
    readonly tabs: {
      create(tab: { url: string; active: boolean }): Promise<Tab>;
      sendMessage(id: number, message: unknown): Promise<Probed>;
      readonly onUpdated: { addListener(heard: (id: number, change: { status?: string }, tab: Tab) => void): void };
    };
  };
}

/** Probes the new-post page in a background tab, as the worker does. */
async function probe(story: ExtensionStory): Promise<Probed> {
  const worker = await story.browser.worker();
  return worker.evaluate(
    async ([url, pack]) => {
      const { tabs } = (globalThis as unknown as WorkerScope).chrome;
      const loaded = new Promise<number>((resolve) => {
        tabs.onUpdated.addListener((id, { status }, tab) => {
          if (status === 'complete' && tab.url === url) resolve(id);
        });
      });
      await tabs.create({ url, active: false });
      return tabs.sendMessage(await loaded, { kind: 'probe', pack });
    },
    [`${story.site.origin}${BUILT_IN_SITE_PACK.composer.path}`, BUILT_IN_SITE_PACK] as const,
  );
}

test('the built-in pack finds everything on the new-post page, and the probe posts nothing', async ({ story }) => {
  await story.logIn(LUNA);
  expect(await probe(story)).toEqual({ problem: null, missing: [], structure: null });
  expect(story.site.posts).toEqual([]);
});

test('the post button has other markup: the probe names it and answers the structure of the form', async ({
  story,
}) => {
  await story.logIn(LUNA);
  Object.assign(story.site.switches, { markup: 'changed' });
  const { problem, missing, structure } = await probe(story);
  expect(problem?.code).toBe('site_changed');
  expect(missing).toEqual(['composer.submit.button']);
  expect(structure).toContain('form [id]\n');
  expect(structure).toMatch(/^ button \[.*data-testid.*\]/m);
  expect(structure).not.toMatch(/publish|Post|Luna/);
});

test('logged out: the probe says so', async ({ story }) => {
  const page = await story.browser.newPage();
  await page.goto(story.site.origin);
  expect((await probe(story)).problem?.code).toBe('logged_out');
});
