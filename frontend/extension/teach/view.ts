import type { SitePackWay } from '@flyerdeck/contracts/sitePack';
import { button, element, minor } from '../shared/element.ts';
import type { Draft, Place, Survey } from '../shared/teachTypes.ts';
import { applies, at } from './draft.ts';
import type { Picked } from './interpretClick.ts';
import { isBeforeComposer, QUESTIONS, type Question, waysPath } from './questions.ts';

export interface Actions {
  tryPack(): void;
  choose(choice: number): void;
  wider(by: 1 | -1): void;
  use(): void;
  useAddress(): void;
  useId(id: Draft['pack']): void;
  leave(): void;
  removePart(): void;
  setMode(mode: 'use' | 'pick'): void;
  goTo(place: Place): void;
  change(path: string): void;
  toggleList(): void;
  setVersion(version: number): void;
  copy(): void;
  download(): void;
  startAgain(): void;
}

export interface View {
  readonly draft: Draft;
  /** Null while no page of the site answers. */
  readonly survey: Survey | null;
  readonly picked: Picked | null;
  /** Of the proposals. */
  readonly choice: number;
  readonly wider: number;
  /** What clicks on the page do. Null: what the question needs. */
  readonly mode: 'use' | 'pick' | null;
  readonly busy: string | null;
  readonly result: { readonly isGood: boolean; readonly text: string } | null;
  readonly isListOpen: boolean;
}

interface Derived {
  readonly question: Question | null;
  readonly isPicking: boolean;
  readonly problems: readonly string[];
}

const row = (...children: (HTMLElement | false)[]) => element('div', { class: 'row' }, ...children);

/** A button that keeps the focus when the view is drawn again. */
function control(
  text: string,
  onClick: () => void,
  options: { isPrimary?: boolean; isPressed?: boolean; key?: string } = {},
) {
  const made = button(text, onClick, options);
  made.setAttribute('data-key', options.key ?? text);
  if (options.isPressed !== undefined) made.setAttribute('aria-pressed', String(options.isPressed));
  return made;
}

export function render(view: View, derived: Derived, actions: Actions): HTMLElement[] {
  const { busy, result, survey, draft } = view;
  const isNew = draft.missing.length === 0 && draft.settled.length === 0 && !result;
  const status = busy ?? (survey ? (result?.text ?? null) : 'Open the site in a tab, and log in.');
  const parts = [
    status !== null &&
      element('p', { class: result?.isGood && busy === null ? 'note good' : 'note', role: 'status' }, status),
    isNew &&
      minor(
        'Teach looks at the new post and at your posts with the site pack in use, and asks for what it does not find. It never posts and never types. What you teach stays in this browser until an admin publishes it.',
      ),
    busy === null && derived.question && questionCard(view, derived.question, derived.isPicking, actions),
    busy === null && survey && control('Try the pack', actions.tryPack, { isPrimary: !derived.question }),
    busy === null && !isNew && exportCard(view, derived.problems, actions),
    busy === null && survey && list(view, actions),
  ];
  return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
}

function questionCard(view: View, question: Question, isPicking: boolean, actions: Actions): HTMLElement {
  const { draft, survey, picked } = view;
  const { place, prerequisite, absent, target } = question;
  const left = draft.missing.filter((path) => !draft.settled.includes(path)).length;
  const isHere = isBeforeComposer(question) || (survey?.places.includes(place) ?? false);
  const isPick = target !== 'address' && target !== 'id';
  return element(
    'section',
    { class: 'card', 'aria-label': 'Question', 'data-path': question.path },
    minor(draft.chosen === null ? `${left} left · ${question.path}` : question.path),
    element('h2', { role: 'status' }, question.ask),
    prerequisite !== undefined && !isPicking && minor(`First ${prerequisite} on the page, then press Pick.`),
    !isHere &&
      place !== 'account' &&
      target !== 'address' &&
      row(
        minor(place === 'feed' ? 'This is not the page with your posts.' : 'No new post is open.'),
        control('Go there', () => actions.goTo(place)),
      ),
    isPick &&
      row(
        control('Pick', () => actions.setMode('pick'), { isPressed: isPicking }),
        control('Use the page', () => actions.setMode('use'), { isPressed: !isPicking }),
        picked !== null && control('Wider', () => actions.wider(1)),
        picked !== null && view.wider > 0 && control('Narrower', () => actions.wider(-1)),
      ),
    isPick && isPicking && !picked && minor('Clicks on the page do nothing there now. Tab and Enter work too.'),
    picked && proposals(view, picked, target === 'each', actions),
    target === 'address' &&
      survey &&
      row(control(`Use this page: ${survey.address}`, actions.useAddress, { isPrimary: true, key: 'address' })),
    target === 'id' &&
      survey &&
      row(
        ...survey.ids.map(({ id, value }, index) =>
          control(`${describeId(id)}: ${value}`, () => actions.useId(id), { key: `id ${index}` }),
        ),
      ),
    row(
      picked !== null && picked.proposals.length > 0 && control('Use this', actions.use, { isPrimary: true }),
      absent !== undefined && control('The site has none', actions.removePart),
      control('Leave as it is', actions.leave),
    ),
  );
}

const describeId = (id: Draft['pack']): string =>
  'username' in id
    ? 'the username, if it never changes'
    : 'cookie' in id
      ? `cookie ${id.cookie}`
      : 'localStorage' in id
        ? `storage ${[id.localStorage, id.field].filter(Boolean).join(' ')}`
        : `page ${id.attribute ?? id.field}`;

function describe(way: SitePackWay): string {
  if ('testId' in way) return `Test id ${way.testId}`;
  if ('css' in way) return `CSS ${way.css}`;
  const names = Object.values(way.names ?? {}).flat();
  return names.length > 0 ? `Role ${way.role}, name "${names[0]}"` : `Role ${way.role}`;
}

function proposals({ choice }: View, picked: Picked, isList: boolean, actions: Actions): HTMLElement {
  if (picked.proposals.length === 0) return minor('No stable way was found. Click a part around it, or press Wider.');
  return element(
    'fieldset',
    {},
    element('legend', {}, `${picked.shown} can be found by${isList ? ', of many' : ''}:`),
    ...picked.proposals.map(({ way, count }, index) => {
      const radio = element('input', { type: 'radio', name: 'way', 'data-key': `way ${index}` });
      if (index === choice) radio.setAttribute('checked', '');
      radio.addEventListener('change', () => actions.choose(index));
      return element(
        'label',
        { class: 'way' },
        radio,
        element('span', {}, describe(way)),
        element('span', {}, `finds ${count}`),
      );
    }),
  );
}

function exportCard({ draft }: View, problems: readonly string[], actions: Actions): HTMLElement {
  const version = element('input', {
    type: 'number',
    min: '1',
    value: String(at(draft.pack, 'version')),
    'data-key': 'version',
  });
  version.addEventListener('change', () => actions.setVersion(Number(version.value)));
  return element(
    'section',
    { class: 'card', 'aria-label': 'Export' },
    element('h2', {}, 'Export'),
    minor('Publish the file in the admin area, at Site packs. Its version must be higher than those before.'),
    ...problems.map((problem) => element('p', { class: 'note bad' }, problem)),
    row(
      element('label', { class: 'row' }, 'Version', version),
      problems.length === 0 && control('Download', actions.download),
      problems.length === 0 && control('Copy', actions.copy),
      control('Start again', actions.startAgain),
    ),
  );
}

/** All elements, to change one that is found. */
function list({ draft, survey, isListOpen }: View, actions: Actions): HTMLElement {
  const opener = control('All elements', actions.toggleList);
  opener.setAttribute('aria-expanded', String(isListOpen));
  const stateOf = (question: Question): string => {
    const count = survey?.counts[question.path] ?? 0;
    if (question.target === 'address') return String(at(draft.pack, question.path));
    if (at(draft.pack, waysPath(question)) === undefined) return 'none';
    return count > 0 ? `finds ${count}` : 'not on this page';
  };
  const lines = QUESTIONS.filter((one) => applies(draft.pack, one)).map((one) =>
    element(
      'li',
      {},
      element('span', {}, one.path),
      element('span', { class: 'minor' }, stateOf(one)),
      control('Change', () => actions.change(one.path), { key: `change ${one.path}` }),
    ),
  );
  return element('section', { class: 'card' }, opener, isListOpen && element('ul', { class: 'parts' }, ...lines));
}
