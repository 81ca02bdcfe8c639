import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { read, write } from '../shared/extensionStorage.ts';
import { packInUse } from '../shared/packInUse.ts';
import type { Draft, Survey } from '../shared/teachTypes.ts';
import { withUsername } from '../sites/addresses.ts';
import { pageSeconds } from '../sites/waits.ts';
import { answered, at, judged, nextQuestion, reopened, settle, withAt } from './draft.ts';
import { isBeforeComposer, type Question } from './questions.ts';
import { SiteTab } from './siteTab.ts';
import { type Actions, render, type View } from './view.ts';

const LOOK_EVERY_MS = 1_000;

const newDraft = async (): Promise<Draft> => {
  const pack = await packInUse();
  return { pack: { ...pack, version: pack.version + 1 }, missing: [], settled: [], chosen: null };
};

const content = document.querySelector('#content') as HTMLElement;
let shownAs = '';
let told = '';
let view: View = {
  draft: (await read('teachDraft')) ?? (await newDraft()),
  survey: null,
  picked: null,
  choice: 0,
  wider: 0,
  mode: null,
  busy: null,
  result: null,
  isListOpen: false,
};
const tab = await SiteTab.find((picked) => show({ picked, choice: 0 }));

const question = (): Question | null => (view.survey ? nextQuestion(view.draft, view.survey) : null);

/** Clicks are taken, unless something has to be done on the page first. */
function isPicking(): boolean {
  const asked = question();
  if (!asked || view.busy !== null || ['address', 'id'].includes(asked.target)) return false;
  const isShown =
    (isBeforeComposer(asked) || view.survey?.places.includes(asked.place)) &&
    !asked.prerequisite &&
    (!asked.within || (view.survey?.counts[asked.within] ?? 0) > 0);
  return view.mode === null ? Boolean(isShown) : view.mode === 'pick';
}

function show(changes: Partial<View>): void {
  const before = question()?.path;
  view = { ...view, ...changes };
  const asked = question();
  if (asked?.path !== before) view = { ...view, picked: null, choice: 0, wider: 0, mode: null };
  if (changes.draft) void write('teachDraft', view.draft);
  const request = { path: asked?.path ?? '', pack: view.draft.pack, isPicking: isPicking(), wider: view.wider };
  const telling = JSON.stringify([request, view.survey?.startedAtMs]);
  if (telling !== told) tab.tell(request);
  told = telling;
  const problems = checkSitePack(view.draft.pack);
  const parts = render(view, { question: asked, isPicking: request.isPicking, problems }, actions);
  const looks = parts.map((part) => part.outerHTML).join('');
  if (looks === shownAs) return;
  shownAs = looks;
  const focused = document.activeElement?.getAttribute('data-key');
  content.replaceChildren(...parts);
  if (focused) content.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
}

async function readSurvey(): Promise<void> {
  if (view.busy !== null) return;
  const survey = await tab.ask<'survey'>({ kind: 'survey', pack: view.draft.pack });
  if (view.busy === null && survey) show({ survey, draft: judged(view.draft, survey) });
}

/** Goes to the new post and to the feed. Presses what the probe presses, and never the post button. */
async function tryPack(): Promise<void> {
  let draft = reopened(view.draft);
  const { pack } = draft;
  show({ draft, busy: 'Looking at the new post…', result: null });
  const composerPath = String(at(pack, 'composer.path'));
  await tab.goTo(composerPath, pack);
  const probed = await tab.ask<'probe'>({ kind: 'probe', pack: pack as unknown as SitePack });
  await tab.goTo(composerPath, pack);
  const isComposer = ({ places, counts }: Survey) => places.includes('composer') || (counts['composer.open'] ?? 0) > 0;
  let survey = await tab.askUntil<'survey'>({ kind: 'survey', pack }, isComposer, pageSeconds);
  if (survey) {
    const unreached = isComposer(survey) ? [] : ['composer.path', 'composer.open'];
    draft = judged(draft, survey, [...(probed?.missing ?? []), ...unreached]);
  }
  if (survey?.username) {
    show({ busy: 'Looking at your posts…' });
    await tab.goTo(withUsername(String(at(pack, 'feed.path')), survey.username), pack);
    const isFeed = ({ counts }: Survey) => (counts['feed.post'] ?? 0) > 0 || (counts['feed.empty'] ?? 0) > 0;
    survey = await tab.askUntil<'survey'>({ kind: 'survey', pack }, isFeed, pageSeconds);
    if (survey) draft = judged(draft, survey, isFeed(survey) ? [] : ['feed.path']);
  }
  const problem = probed?.problem?.message ?? survey?.feedProblem ?? null;
  const isGood = survey !== null && problem === null && draft.missing.length === 0;
  const result = isGood ? 'Everything was found. Nothing was posted.' : (problem ?? 'The site did not answer.');
  show({ draft, survey, busy: null, result: { isGood, text: result } });
}

const answer = (pack: Draft['pack']): void => {
  const asked = question();
  if (!asked) return;
  show({ draft: settle(view.draft, asked.path, pack), picked: null });
  void readSurvey();
};

const actions: Actions = {
  tryPack: () => void tryPack(),
  choose: (choice) => show({ choice }),
  wider: (by) => show({ wider: Math.max(0, view.wider + by) }),
  use() {
    const asked = question();
    const way = view.picked?.proposals[view.choice]?.way;
    if (asked && view.picked && way) answer(answered(view.draft.pack, asked, { ...view.picked, way }));
  },
  useAddress() {
    const asked = question();
    if (asked && view.survey) answer(withAt(view.draft.pack, asked.path, view.survey.address));
  },
  useId: (id) => answer(withAt(view.draft.pack, 'account.id', id)),
  leave: () => answer(view.draft.pack),
  removePart() {
    const absent = question()?.absent;
    if (absent) answer(withAt(view.draft.pack, absent, undefined));
  },
  setMode: (mode) => show({ mode }),
  async goTo(place) {
    const path = String(at(view.draft.pack, `${place}.path`));
    await tab.goTo(withUsername(path, view.survey?.username ?? ''), view.draft.pack);
    await readSurvey();
  },
  change: (path) => show({ draft: { ...view.draft, chosen: path }, isListOpen: false }),
  toggleList: () => show({ isListOpen: !view.isListOpen }),
  setVersion: (version) => show({ draft: { ...view.draft, pack: { ...view.draft.pack, version } } }),
  copy: () =>
    void navigator.clipboard.writeText(json()).then(() => show({ result: { isGood: true, text: 'Copied.' } })),
  download() {
    const url = URL.createObjectURL(new Blob([json()], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: `site-pack-${at(view.draft.pack, 'version')}.json`,
    });
    link.click();
    URL.revokeObjectURL(url);
  },
  startAgain: () => void newDraft().then((draft) => show({ draft, result: null })),
};

const json = () => `${JSON.stringify(view.draft.pack, null, 2)}\n`;

show({});
await readSurvey();
setInterval(() => void readSurvey(), LOOK_EVERY_MS);
