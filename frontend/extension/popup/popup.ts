import { NO_STATUS } from '../shared/extensionStorage.ts';
import { extensionVersion, siteOrigin } from '../shared/manifestValues.ts';
import type { FromPopup, PopupState, SiteState, ToContent } from '../shared/messages.ts';
import { readPackState } from '../shared/packInUse.ts';
import { type Actions, render, type Seen, type View } from './view.ts';

const REFRESH_MS = 1_500;
const NOTHING_KNOWN: PopupState = { ...NO_STATUS, device: null, job: null, sitePack: null };

const content = document.querySelector('#content') as HTMLElement;
let view: View = { state: NOTHING_KNOWN, seen: { kind: 'nothing' }, error: null, isCopied: false };
let shownAs = '';

const actions: Actions = {
  copy: (token) => void navigator.clipboard.writeText(token).then(() => show({ isCopied: true })),
  open: (address) => void chrome.tabs.create({ url: address }),
  record: () => void chrome.windows.create({ url: 'record.html', type: 'popup', width: 420, height: 720 }),
  link: (page) => void ask({ kind: 'link', page }),
};

function show(changes: Partial<View>): void {
  view = { ...view, ...changes };
  const parts = render(view, actions);
  // Replacing an equal view would lose the focus.
  const looks = parts.map((part) => part.outerHTML).join('');
  if (looks === shownAs) return;
  shownAs = looks;
  content.replaceChildren(...parts);
}

async function ask(message: FromPopup): Promise<PopupState | null> {
  const answer: { state?: PopupState; error?: string } = await chrome.runtime.sendMessage(message);
  const error = answer.error ?? (message.kind === 'state' ? view.error : null);
  show({ error, ...(answer.state ? { state: answer.state } : {}) });
  return answer.state ?? null;
}

(document.querySelector('#version') as HTMLElement).textContent = `Version ${extensionVersion}`;
const state = await ask({ kind: 'poll' });
let seen = await seeSite();
show({ seen });
if (!state?.device?.isLinked && (seen.kind === 'no_pack' || (seen.kind === 'seen' && seen.site.problem))) {
  await ask({ kind: 'pack' });
  seen = await seeSite();
  show({ seen });
}
// Most users open the popup to get a token. Not while it shows a problem, because a new token would clear it.
if (state && state.problem === null && seen.kind === 'seen' && seen.site.page && !state.device?.isLinked) {
  await ask({ kind: 'link', page: seen.site.page });
}
setInterval(() => void ask({ kind: 'state' }), REFRESH_MS);

async function seeSite(): Promise<Seen> {
  const { inUse } = await readPackState();
  if (!inUse) return { kind: 'no_pack' };
  const tabs = await chrome.tabs.query({ url: `${siteOrigin}/*` });
  if (tabs.length === 0) return { kind: 'nothing' };
  tabs.sort((a, b) => Number(b.active) - Number(a.active) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  const message: ToContent = { kind: 'site_state', pack: inUse, isWorkTab: false };
  for (const { id } of tabs) {
    const site: SiteState | null =
      id === undefined ? null : await chrome.tabs.sendMessage(id, message, { frameId: 0 }).catch(() => null);
    if (site) return { kind: 'seen', site };
  }
  return { kind: 'no_answer' };
}
