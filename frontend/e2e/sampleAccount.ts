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

const RULES: PostingRules = {
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
  for (const batch of WAITING_IN_QUEUE) {
    const { _id } = await makeAssistant(person, batch);
    await person.call('POST', `/assistants/${_id}/add-to-queue`);
  }
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

export async function makeAssistant(person: Person, { name, texts, rules, hue }: Batch): Promise<Assistant> {
  const assistant = await person.call<Assistant>('POST', '/assistants', { name });
  const form = new FormData();
  for (const [index, text] of texts.entries()) {
    const jpeg = await flyerJpeg(hue + index * 24);
    form.append('images', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), `flyer-${index + 1}.jpg`);
    form.append('descriptions', text);
  }
  await person.call('POST', `/assistants/${assistant._id}/tasks`, form);
  return person.call('PUT', `/assistants/${assistant._id}`, { posting_rules: { ...RULES, ...rules } });
}

export const tasksOf = (person: Person, assistantId: string) =>
  person.call<Task[]>('GET', `/assistants/${assistantId}/tasks`);

async function makePresets(person: Person, guids: readonly string[]): Promise<void> {
  const presets: readonly [string, Partial<PostingRules>][] = [
    ['Weekend push', { target_tags: ['promo'], delay_between_tasks_hours: 1, duplication_time_hours: 12 }],
    ['VIP only', { target_tags: ['vip'] }],
    ['Slow drip', { target_pages: guids.slice(0, 4), start_delay_hours: 1, delay_between_tasks_hours: 6 }],
  ];
  for (const [name, rules] of presets) {
    await person.call<Preset>('POST', '/presets', { name, rules: { ...RULES, ...rules } });
  }
}

/** One flyer is posted, one fails on a page, and one is being posted. Returns the id of a completed posting. */
async function postSummerDrop(person: Person, linked: readonly Linked[]): Promise<string> {
  const assistant = await makeAssistant(person, {
    name: 'Summer drop',
    texts: [
      'Summer drop: 40 % off for the first hundred who come ☀️',
      'Three free days with Luna, from tonight until Sunday',
      'New series, 24 pictures from the coast: cliffs, the old lighthouse, the market in the morning, and everything that happened in between. #summer #promo',
    ],
    rules: { target_pages: linked.slice(0, 3).map(({ guid }) => guid) },
    hue: 40,
  });
  await person.call('POST', `/assistants/${assistant._id}/add-to-queue`);
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

  const [first] = await tasksOf(person, assistant._id);
  const { page_postings } = await person.call<TaskDetail>('GET', `/tasks/${first?._id}`);
  const [posting] = page_postings;
  if (!posting) throw new Error('The first flyer has no postings.');
  return posting.id;
}
