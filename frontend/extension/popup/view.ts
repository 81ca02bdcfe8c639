import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { NO_SITE_PACK } from '@flyerdeck/contracts/sitePacks.values';
import { relativeTime } from '../../src/lib/formatDate.ts';
import { isOlderVersion } from '../../src/lib/pages.ts';
import { button, element, minor, note } from '../shared/element.ts';
import { extensionVersion, productUrl, siteOrigin } from '../shared/manifestValues.ts';
import type { PopupState, SiteState } from '../shared/messages.ts';
import type { SitePage } from '../sites/site.ts';

/** `no_answer`: all tabs of the site are open since before the extension was installed. */
export type Seen =
  | { readonly kind: 'no_pack' | 'nothing' | 'no_answer' }
  | { readonly kind: 'seen'; readonly site: SiteState };

export interface Actions {
  copy(token: string): void;
  open(address: string): void;
  link(page: SitePage): void;
  record(): void;
}

export interface View {
  readonly state: PopupState;
  readonly seen: Seen;
  readonly error: string | null;
  readonly isCopied: boolean;
}

const STEPS: Readonly<Record<string, string>> = {
  claimed: 'filling in',
  submitting: 'posting',
  pressing: 'posting',
  reporting: 'reporting',
};

export function render(view: View, actions: Actions): HTMLElement[] {
  const { state, error } = view;
  const site = view.seen.kind === 'seen' ? view.seen.site : null;
  const seenPage = site?.page ?? null;
  const page = state.device?.page ?? seenPage;
  const problem = state.problem ?? state.sitePack?.problem ?? (page && site?.problem ? site.problem.message : null);
  const parts = [
    outdatedNote(state),
    error !== null && note(error, 'bad'),
    problem !== null && note(problem, 'bad'),
    page ? pageCard(page, view, actions) : noPage(view, actions),
    otherPage(state, seenPage, actions),
    button('Open Flyerdeck', () => actions.open(`${productUrl}/?view=pages`)),
    button('Show a post', () => actions.record()),
  ];
  return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
}

function outdatedNote({ latestVersion }: PopupState): HTMLElement | null {
  if (latestVersion === null || !isOlderVersion(extensionVersion, latestVersion)) return null;
  const download = element('a', { href: `${productUrl}/extension.zip`, target: '_blank' }, `Get ${latestVersion}`);
  return element('p', { class: 'note', role: 'status' }, `This version, ${extensionVersion}, is outdated. `, download);
}

function noPage({ seen, error }: View, actions: Actions): HTMLElement | false {
  if (seen.kind === 'nothing') {
    const openSite = button('Open the site', () => actions.open(siteOrigin), { isPrimary: true });
    return element('div', { class: 'card' }, 'Open your page on the creator site, and log in.', openSite);
  }
  // The error says why the published pack cannot be used.
  if (seen.kind === 'no_pack') return error === null && element('div', { class: 'card' }, NO_SITE_PACK);
  const text =
    seen.kind === 'seen'
      ? (seen.site.problem?.message ?? DEVICE_PROBLEM_SENTENCES.logged_out)
      : 'Reload the creator site’s tab, then open this again.';
  return element('div', { class: 'card' }, text);
}

function pageCard(page: SitePage, view: View, actions: Actions): HTMLElement {
  const { device } = view.state;
  const chip = device?.isLinked
    ? element('span', { class: 'chip good' }, 'Linked')
    : element('span', { class: 'chip' }, 'Not linked');
  const name = page.name || page.username;
  const head = element(
    'div',
    { class: 'page' },
    page.avatarUrl === null
      ? element('span', { class: 'initial', 'aria-hidden': 'true' }, name.charAt(0).toUpperCase())
      : element('img', { src: page.avatarUrl, alt: '' }),
    element(
      'div',
      { class: 'names' },
      element('h2', {}, name),
      minor(`@${page.username}`),
      minor(`ID: ${page.creatorId}`),
    ),
    chip,
  );
  const body = device?.isLinked ? [deviceState(view.state)] : linking(page, view, actions);
  return element('section', { class: 'card', 'aria-label': 'Page' }, head, ...body);
}

function linking(page: SitePage, { state, error, isCopied }: View, actions: Actions): HTMLElement[] {
  const { device, problem } = state;
  if (!device) {
    const isStuck = problem !== null || error !== null;
    return [
      isStuck
        ? button('Get a linking token', () => actions.link(page), { isPrimary: true })
        : minor('Getting a linking token…'),
    ];
  }
  const { linkingToken } = device;
  const address = `${productUrl}/?view=pages#link=${encodeURIComponent(linkingToken)}`;
  return [
    button('Link this page', () => actions.open(address), { isPrimary: true }),
    minor('Or paste this token in Flyerdeck, within 15 minutes:'),
    element(
      'div',
      { class: 'token' },
      element('input', { readonly: '', 'aria-label': 'Linking token', value: linkingToken }),
      button(isCopied ? 'Copied' : 'Copy', () => actions.copy(linkingToken)),
      button('QR code', () => actions.open(`${productUrl}/verify-link/${encodeURIComponent(linkingToken)}`)),
    ),
  ];
}

function deviceState({ job, lastContactAt, waitingFor, sitePack }: PopupState): HTMLElement {
  const fact = (name: string, value: string) => element('div', {}, element('dt', {}, name), element('dd', {}, value));
  const now = job ? `${job.text || '(No text)'} – ${STEPS[job.step] ?? job.step}` : 'Nothing';
  return element(
    'dl',
    {},
    fact('Last contact', lastContactAt === null ? 'Not yet' : relativeTime(lastContactAt)),
    fact('Posting', now),
    waitingFor !== null && fact('Waiting', waitingFor),
    sitePack !== null && fact('Site pack', [`Version ${sitePack.version}`, sitePack.refused ?? ''].join(' ').trim()),
  );
}

function otherPage({ device }: PopupState, seenPage: SitePage | null, actions: Actions): HTMLElement | null {
  if (!device || !seenPage || seenPage.creatorId === device.page.creatorId) return null;
  return button(`Link @${seenPage.username} instead`, () => actions.link(seenPage));
}
