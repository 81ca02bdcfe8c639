import { type ExtensionStory, expect, LUNA, MILA } from './extensionStory.ts';

/** Where in the life of a posting another tab switches the account. */
const STEPS = ['claimed', 'prepared', 'submitting', 'pressed', 'sent'] as const;
type Step = (typeof STEPS)[number];

/** The longest time of a try on a busy machine. */
const TRY_MS = 120_000;

function hold({ site, proxy }: ExtensionStory, step: Step) {
  if (step === 'claimed') return site.holdAnswer('/api/uploads');
  if (step === 'prepared') return proxy.holdCall('/submitting');
  if (step === 'submitting') return proxy.holdAnswer('/submitting');
  return site.holdAnswer(step === 'pressed' ? '/api/permits' : '/api/posts');
}

const switchTo = ({ browser, site }: ExtensionStory, { username }: typeof LUNA) =>
  browser.context.addCookies(site.cookiesFor(username));
const stepOf = (n: number): Step => STEPS[n % STEPS.length] ?? 'claimed';

let held: ReturnType<typeof hold> | null = null;

/** Scenarios of `npm run drill -- proof` about what happens before the press and at it. */
export const PRESS_SCENARIOS = [
  {
    name: 'account switched at each step',
    prepare({ site }: ExtensionStory): void {
      site.switches.asksFirst = true;
    },
    before(story: ExtensionStory, n: number): void {
      held = hold(story, stepOf(n));
    },
    async during(story: ExtensionStory, _: number, text: string): Promise<void> {
      await held?.arrived;
      await switchTo(story, MILA);
      held?.release();
      // A doubt of a press whose worker found no words comes with the end of the lease.
      const status = async () => (await story.postingOf(text)).status;
      await expect.poll(status, { timeout: TRY_MS }).not.toMatch(/^(?:pending|posting)$/);
      await story.browser.untilIdle();
      await switchTo(story, LUNA);
      await story.wakeExtension();
    },
  },
  {
    name: 'covered button',
    prepare(): void {},
    before({ site }: ExtensionStory, n: number): void {
      site.switches.cover = (['question', 'list', 'nothing'] as const)[n % 3] ?? 'nothing';
    },
    async during(story: ExtensionStory, n: number, text: string): Promise<void> {
      if (n % 3 !== 0) return;
      // The question is answered by hand after the first try.
      await expect.poll(async () => (await story.postingOf(text)).retry_count, { timeout: TRY_MS }).toBeGreaterThan(0);
      story.site.switches.cover = 'nothing';
    },
  },
];
