import type { ExtensionStory } from '../extensionStory.ts';
import { type Fault, liveWith504, lostWith504, slow } from '../FaultyProxy.ts';
import { settle } from '../killStory.ts';
import { type RealSite, USERNAMES } from './RealSite.ts';

type Story = ExtensionStory<RealSite>;

/** What goes wrong while a flyer is posted. */
export interface SiteFault {
  readonly name: string;
  /** Queues the flyer, and makes it go wrong. */
  during(story: Story, text: string): Promise<void>;
}

const SLOW_MS = 20_000;

/** When the press is near: the form is filled in, and the server does not know it yet. */
async function atPress(story: Story, text: string, act: () => Promise<void>): Promise<void> {
  const held = story.proxy.holdCall('/submitting');
  await story.queue([text]);
  await held.arrived;
  await act();
  held.release();
  await story.browser.untilIdle();
}

const atPublish =
  (fault: Fault): SiteFault['during'] =>
  async (story, text) => {
    story.site.proxy.onNext((call) => story.site.isPublish(call), fault);
    await story.queue([text]);
  };

async function logInAs({ browser, site }: Story, username: string | null): Promise<void> {
  await browser.context.clearCookies();
  if (username !== null) await browser.context.addCookies(site.cookiesFor(username));
}

const asOther =
  (username: string | null): SiteFault['during'] =>
  async (story, text) => {
    await atPress(story, text, () => logInAs(story, username));
    await logInAs(story, USERNAMES[0]);
    await story.closeWorkTab();
  };

const SITE_FAULTS: readonly SiteFault[] = [
  { name: '504, and the post is live', during: atPublish(liveWith504) },
  { name: '504, and nothing is live', during: atPublish(lostWith504) },
  { name: 'logged out before the press', during: asOther(null) },
  { name: 'another account before the press', during: asOther(USERNAMES[1]) },
  {
    name: 'a load of 20 s',
    async during(story, text) {
      const { site } = story;
      site.proxy.onNext((call) => site.isNewPost(call), slow(SLOW_MS));
      await story.closeWorkTab();
      await story.queue([text]);
    },
  },
];

type Hold = (story: Story) => { readonly arrived: Promise<void>; release(): void };

const STEPS: Readonly<Record<string, Hold>> = {
  'at the upload': ({ site }) => site.proxy.hold((call) => site.isUpload(call), 'call'),
  'before the press': ({ proxy }) => proxy.holdCall('/submitting'),
  'when the press may begin': ({ proxy }) => proxy.holdAnswer('/submitting'),
  'before the site has the post': ({ site }) => site.proxy.hold((call) => site.isPublish(call), 'call'),
  'after the site has the post': ({ site }) => site.proxy.hold((call) => site.isPublish(call), 'answer'),
  'at the report': ({ proxy }) => proxy.holdCall('/posted'),
};

const VICTIMS: Readonly<Record<string, (story: Story) => Promise<void>>> = {
  browser: (story) => story.browser.killAndReopen(),
  "site's server": ({ site }) => site.killAndRestart(),
};

const KILLS: readonly SiteFault[] = Object.entries(VICTIMS).flatMap(([victim, kill]) =>
  Object.entries(STEPS).map(([step, hold]) => ({
    name: `kill -9 of the ${victim} ${step}`,
    async during(story: Story, text: string) {
      const held = hold(story);
      await story.queue([text]);
      await held.arrived;
      await kill(story);
      held.release();
    },
  })),
);

export const ALL_FAULTS = [...SITE_FAULTS, ...KILLS];

/** What became of a flyer: it must be live once, and never have been said to be something else. */
export async function settleFault(story: Story, fault: SiteFault, text: string) {
  await fault.during(story, text);
  const { times, isPosted, wrong } = await settle(story, text, null, undefined, () => true);
  return { fault: fault.name, times, isPosted, wrong };
}
