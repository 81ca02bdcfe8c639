import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import { read, write } from '../shared/extensionStorage.ts';
import { siteOrigin, WORK_TAB_MARK } from '../shared/manifestValues.ts';
import type { TestResult } from '../shared/messages.ts';
import { readPackState } from '../shared/packInUse.ts';
import type { FromPage, Recording, ToPage } from '../shared/recordTypes.ts';
import { type Draft, packOf, writtenText } from './packOf.ts';
import { type Actions, render, type View } from './view.ts';
import { RECORD_PORT } from './watchPerson.ts';

const CONNECT_AGAIN_MS = 50;

class SiteTab {
  private port: chrome.runtime.Port | null = null;
  private task: ToPage = { mode: 'off' };

  private constructor(
    readonly id: number,
    private readonly onMessage: (message: FromPage) => void,
    private readonly onLeft: () => void,
  ) {
    // At once: what the person does first is part of the recording.
    this.connect();
    setInterval(() => this.connect(), CONNECT_AGAIN_MS);
  }

  static async find(onMessage: (message: FromPage) => void, onLeft: () => void): Promise<SiteTab> {
    const open = (await chrome.tabs.query({ url: `${siteOrigin}/*` })).filter(
      ({ url }) => !url?.endsWith(WORK_TAB_MARK),
    );
    open.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
    const tab = open[0] ?? (await chrome.windows.create({ url: siteOrigin }))?.tabs?.[0];
    return new SiteTab(tab?.id ?? -1, onMessage, onLeft);
  }

  tell(task: ToPage): void {
    this.task = task;
    this.port?.postMessage(task);
  }

  private connect(): void {
    if (this.port) return;
    const port = chrome.tabs.connect(this.id, { name: RECORD_PORT, frameId: 0 });
    this.port = port;
    port.onMessage.addListener((message: FromPage) => this.onMessage(message));
    // The page was left, or none of the site is loaded.
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      this.port = null;
      this.onLeft();
    });
    port.postMessage(this.task);
  }
}

const EMPTY: Recording = { steps: [], press: null, said: [], account: null, post: null };

const { inUse } = await readPackState();
const about = {
  version: (inUse?.version ?? 0) + 1,
  site: new URL(siteOrigin).hostname,
  locales: inUse?.locales ?? ['en'],
};
const content = document.querySelector('#content') as HTMLElement;
let view: View = {
  recording: (await read('recording')) ?? EMPTY,
  isRecording: false,
  isTesting: false,
  isConnected: false,
  results: [],
  allow: [],
};
let shownAs = '';

function taskNow({ recording, isRecording, isTesting }: View): ToPage {
  if (isTesting) return { mode: 'off' };
  if (isRecording) return { mode: 'record' };
  if (recording.steps.length === 0) return { mode: 'off' };
  if (!recording.account) return { mode: 'pick_account' };
  return recording.post ? { mode: 'off' } : { mode: 'pick_post', text: writtenText(recording.steps) };
}

const tab = await SiteTab.find(receive, () => show({ isConnected: false }));

function receive(message: FromPage): void {
  if (message.kind === 'ready') show({ isConnected: true });
  else change(changeBy(message, view.recording.steps));
}

function changeBy(message: Exclude<FromPage, { kind: 'ready' }>, steps: Recording['steps']): Partial<Recording> {
  switch (message.kind) {
    case 'did':
      return { steps: [...steps, message.what] };
    case 'image': {
      const n = steps.findLastIndex(({ kind }) => kind === 'attach');
      return {
        steps: steps.map((step, at) =>
          at === n && step.kind === 'attach' ? { ...step, [message.isMoved ? 'shown' : 'image']: message.ways } : step,
        ),
      };
    }
    case 'said':
      return { said: message.messages };
    case 'account':
      return { account: message };
    case 'post':
      return { post: message };
  }
}

const change = (changes: Partial<Recording>): void =>
  show({ recording: { ...view.recording, ...changes }, results: [] });

function draftNow(): Draft {
  const draft = packOf(view.recording, about, inUse);
  return draft.pack && view.allow.length > 0
    ? { pack: { ...draft.pack, allow: [...view.allow] }, missing: null }
    : draft;
}

function show(changes: Partial<View>): void {
  view = { ...view, ...changes };
  if (changes.recording) void write('recording', view.recording);
  tab.tell(taskNow(view));
  const draft = draftNow();
  const problems = draft.pack ? checkSitePack(draft.pack) : [];
  const now = JSON.stringify([view, problems]);
  if (now === shownAs) return;
  shownAs = now;
  content.replaceChildren(...render(view, draft, problems, actions));
  if (view.isRecording) content.querySelector('.step:last-child')?.scrollIntoView({ block: 'nearest' });
}

const actions: Actions = {
  start: () => show({ recording: EMPTY, isRecording: true, results: [], allow: [] }),
  done: () => show({ isRecording: false }),
  again: (what) => change(what === 'account' ? { account: null } : { post: null }),
  markPress: (press) => change({ press }),
  remove: (n) => change({ steps: view.recording.steps.filter((_, at) => at !== n), press: null }),
  takeHtml: (n, takesHtml) =>
    change({
      steps: view.recording.steps.map((step, at) => (at === n && step.kind === 'fill' ? { ...step, takesHtml } : step)),
    }),
  allow: (name) => show({ allow: [...view.allow, name] }),
  async test() {
    const { pack } = draftNow();
    if (!pack) return;
    show({ isTesting: true, results: [] });
    const results: TestResult[] = (await chrome.runtime.sendMessage({ kind: 'test_pack', pack }).catch(() => null)) ?? [
      { problem: 'The test was interrupted. Look on your page whether it was posted.', step: null },
    ];
    show({ isTesting: false, results });
  },
  download() {
    const { pack } = draftNow();
    const url = URL.createObjectURL(new Blob([`${JSON.stringify(pack, null, 2)}\n`], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `site-pack-${about.version}.json` });
    link.click();
    URL.revokeObjectURL(url);
  },
};

show({});
