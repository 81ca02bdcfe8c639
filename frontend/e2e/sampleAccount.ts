import type {
  Assistant,
  PostingRules,
  Preset,
  ResponseOf,
  Task,
  TaskDetail,
  verifyLinking,
} from '@flyerdeck/contracts';
import { Device } from './device.ts';
import { flyerJpeg } from './flyerImages.ts';
import type { Person } from './spec/Person.ts';

/** An account with data in every state, for pictures of screens and accessibility checks. */
export interface SampleAccount {
  readonly telegramId: string;
  readonly pageGuid: string;
  /** A posting with a screenshot. */
  readonly previewId: string;
  /** A device that has requested a link and is not linked yet. */
  readonly unlinked: Device;
}

const PAGES = [
  ['Luna Star', ['promo', 'vip']],
  ['Mila Rose', ['promo']],
  ['Vera Moon', ['promo', 'summer']],
  ['Jade Lin', ['vip']],
  ['Anastasia Konstantinopolskaya', ['summer', 'collab', 'long campaign name']],
  ['Ruby Fox', ['promo']],
  ['Nora Vale', []],
  ['Ivy Lane', ['collab']],
  ['Скай Лайт', ['vip', 'summer']],
  ['Zoe Heart', []],
  ['Tess Noir', ['collab']],
] as const;
/** The other pages do not poll, so they are shown as inactive. */
const POLLING_PAGES = 8;

/** No targets, no delays, no repeats. */
export const NO_RULES: PostingRules = {
  target_pages: [],
  target_tags: [],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
};

interface Linked {
  readonly device: Device;
  readonly guid: string;
}

interface Batch {
  readonly name: string;
  readonly texts: readonly string[];
  readonly rules: Partial<PostingRules>;
  readonly hue: number;
}

interface Flyer {
  readonly text: string;
  readonly image: Buffer;
  readonly type?: string;
}

const WAITING_IN_QUEUE: readonly Batch[] = [
  {
    name: 'Collab week',
    texts: ['Weekend with Ivy and Tess: both pages, one price', 'Last call for the collab bundle'],
    rules: { target_tags: ['collab'], start_delay_hours: 3, delay_between_tasks_hours: 6 },
    hue: 290,
  },
  {
    name: 'Night owls',
    texts: ['Up late? So am I: live at midnight', 'Behind the scenes, part two', 'Good morning set for early birds'],
    rules: { target_tags: ['vip'], delay_between_tasks_hours: 1 },
    hue: 150,
  },
];

/** Fills an account through the API, as the user's browser, the pages' devices and the bot would. */
export async function fillAccount(person: Person, baseUrl: string): Promise<SampleAccount> {
  const linked: Linked[] = [];
  // The list shows the newest page first, so the last one is linked first.
  for (const [index, [name, tags]] of [...PAGES.entries()].reverse()) {
    // One page has no avatar, so that the fallback is shown.
    const avatar = index === 6 ? null : `${baseUrl}/avatar.jpg`;
    linked.unshift(await linkPage(person, baseUrl, name, avatar, tags));
  }
  for (const { device } of linked.slice(0, POLLING_PAGES)) await device.poll();

  const guids = linked.map(({ guid }) => guid);
  await makePresets(person, guids);
  await makeAssistant(person, {
    name: 'August teaser',
    texts: ['Coming soon: the lake house series, only for subscribers', 'Ask me anything on Thursday at nine'],
    rules: { target_tags: ['promo'], delay_between_tasks_hours: 2 },
    hue: 210,
  });
  const previewId = await postSummerDrop(person, linked);
  for (const batch of WAITING_IN_QUEUE) await queueAssistant(person, batch);
  const { telegram_id: telegramId } = person.session;
  return { telegramId, pageGuid: guids[0] ?? '', previewId, unlinked: await Device.requestLink(baseUrl, 'Pia Summer') };
}

export async function linkPage(
  person: Person,
  baseUrl: string,
  name: string,
  avatar: string | null,
  tags: readonly string[],
): Promise<Linked> {
  const device = await Device.requestLink(baseUrl, name, avatar);
  const { page } = await person.call<ResponseOf<typeof verifyLinking>>('POST', '/verify_linking', {
    token: device.linkingToken,
  });
  await person.call('PUT', `/pages/${page.guid}/tags`, { tags });
  return { device, guid: page.guid };
}

async function addAssistant(
  person: Person,
  name: string,
  flyers: readonly Flyer[],
  rules: Partial<PostingRules>,
): Promise<Assistant> {
  const { _id } = await person.call<Assistant>('POST', '/assistants', { name });
  const form = new FormData();
  for (const [index, { text, image, type = 'image/webp' }] of flyers.entries()) {
    form.append('images', new Blob([new Uint8Array(image)], { type }), `${index}.${type.replace('image/', '')}`);
    form.append('descriptions', text);
  }
  await person.call('POST', `/assistants/${_id}/tasks`, form);
  return person.call('PUT', `/assistants/${_id}`, { posting_rules: { ...NO_RULES, ...rules } });
}

export async function makeAssistant(person: Person, { name, texts, rules, hue }: Batch): Promise<Assistant> {
  const images = await Promise.all(texts.map((_, index) => flyerJpeg(hue + index * 24)));
  const flyers = images.map((image, index) => ({ image, text: texts[index] ?? '', type: 'image/jpeg' }));
  return addAssistant(person, name, flyers, rules);
}

const addToQueue = (person: Person, { _id }: Assistant) => person.call('POST', `/assistants/${_id}/add-to-queue`);

/** Adds an assistant to the queue. Returns its tasks. */
export async function queueAssistant(person: Person, batch: Batch): Promise<Task[]> {
  const assistant = await makeAssistant(person, batch);
  await addToQueue(person, assistant);
  return person.call('GET', `/assistants/${assistant._id}/tasks`);
}

/** Adds one assistant with these flyers to the queue of a page. */
export async function queueFlyers(
  person: Person,
  guid: string,
  flyers: readonly Flyer[],
  rules: Partial<PostingRules> = {},
): Promise<void> {
  const name = flyers[0]?.text.slice(0, 20) ?? '';
  await addToQueue(person, await addAssistant(person, name, flyers, { ...rules, target_pages: [guid] }));
}

async function makePresets(person: Person, guids: readonly string[]): Promise<void> {
  const presets: readonly [string, Partial<PostingRules>][] = [
    ['Weekend push', { target_tags: ['promo'], delay_between_tasks_hours: 1, duplication_time_hours: 12 }],
    ['VIP only', { target_tags: ['vip'] }],
    ['Slow drip', { target_pages: guids.slice(0, 4), start_delay_hours: 1, delay_between_tasks_hours: 6 }],
  ];
  for (const [name, rules] of presets) {
    await person.call<Preset>('POST', '/presets', { name, rules: { ...NO_RULES, ...rules } });
  }
}

/** One flyer is posted, one fails on a page, and one is being posted. Returns the id of a completed posting. */
async function postSummerDrop(person: Person, linked: readonly Linked[]): Promise<string> {
  const [first] = await queueAssistant(person, {
    name: 'Summer drop',
    texts: [
      'Summer drop: 40 % off for the first hundred who come ☀️',
      'Three free days with Luna, from tonight until Sunday',
      'New series, 24 pictures from the coast: cliffs, the old lighthouse, the market in the morning, and everything that happened in between. #summer #promo',
    ],
    rules: { target_pages: linked.slice(0, 3).map(({ guid }) => guid) },
    hue: 40,
  });
  await person.call('POST', '/queue/start');
  const [luna, mila, vera] = linked.map(({ device }) => device);
  if (!luna || !mila || !vera) throw new Error('The summer drop needs three pages.');
  await luna.post();
  await mila.post();
  await vera.post();
  await luna.post();
  await mila.post();
  await vera.fail('The site asked for a captcha.');
  await luna.claim();

  const { page_postings } = await person.call<TaskDetail>('GET', `/tasks/${first?._id}`);
  const [posting] = page_postings;
  if (!posting) throw new Error('The first flyer has no postings.');
  return posting.id;
}
