import { refusedNames } from '@flyerdeck/contracts/checkSitePack';
import { describeStep } from '@flyerdeck/contracts/sitePackWords';
import { button, element, minor, note } from '../shared/element.ts';
import type { TestResult } from '../shared/messages.ts';
import type { Recorded, Recording } from '../shared/recordTypes.ts';
import { type Draft, pressOf } from './packOf.ts';

export interface Actions {
  start(): void;
  done(): void;
  again(what: 'account' | 'post'): void;
  markPress(n: number): void;
  remove(n: number): void;
  takeHtml(n: number, takesHtml: boolean): void;
  allow(name: string): void;
  test(): void;
  download(): void;
}

export interface View {
  readonly recording: Recording;
  readonly isRecording: boolean;
  readonly isTesting: boolean;
  readonly isConnected: boolean;
  readonly results: readonly TestResult[];
  readonly allow: readonly string[];
}

const row = (...children: (HTMLElement | false | null)[]) => element('div', { class: 'row' }, ...children);

const LOADING = 'The page of the site is loading. Wait until this window says what to do.';

function sentenceOf(step: Recorded): string {
  const { name } = step.element;
  switch (step.kind) {
    case 'press':
      return `Press "${name}"`;
    case 'fill':
      return `Write "${step.text.slice(0, 40)}"`;
    case 'attach':
      return step.image ? 'Add the image' : 'Add the image (waiting until the page shows it)';
    case 'choose':
      return `Choose "${step.option}"`;
    case 'time':
      return `Set the time in "${name}"`;
  }
}

function stepList({ recording, isRecording }: View, actions: Actions): HTMLElement {
  const press = pressOf(recording);
  const rows = recording.steps.map((step, n) => {
    const { picture, name } = step.element;
    const sends = element('input', { type: 'radio', name: 'press', 'aria-label': `"${name}" sends the post` });
    if (n === press) sends.setAttribute('checked', '');
    const html = element('input', { type: 'checkbox' });
    html.checked = step.kind === 'fill' && step.takesHtml === true;
    html.addEventListener('change', () => actions.takeHtml(n, html.checked));
    sends.addEventListener('change', () => actions.markPress(n));
    return element(
      'li',
      { class: 'step' },
      element('span', {}, `${n + 1}. ${sentenceOf(step)}`),
      picture !== null && element('img', { src: picture, alt: '' }),
      step.kind === 'press' && !isRecording && element('label', { class: 'sends' }, sends, 'Sends the post'),
      step.kind === 'fill' && !isRecording && element('label', { class: 'sends' }, html, 'This field takes HTML'),
      !isRecording && button('Remove', () => actions.remove(n)),
    );
  });
  return element('ol', { class: 'card steps' }, ...rows);
}

function question({ recording, isRecording, isConnected }: View, draft: Draft): HTMLElement | null {
  if (isRecording || recording.steps.length === 0) return null;
  if (!isConnected && !(recording.account && recording.post)) return note(LOADING, 'ask');
  if (!recording.account) return note('1 of 2: Click your name on the site. The click does nothing there.', 'ask');
  if (!recording.post)
    return note('2 of 2: Open the page with your own posts. Then click the text of your new post.', 'ask');
  return draft.missing === null ? null : note(draft.missing, 'bad');
}

export function render(view: View, draft: Draft, problems: readonly string[], actions: Actions): HTMLElement[] {
  const { recording, isRecording, isTesting, isConnected, results } = view;
  const isBegun = recording.steps.length > 0;
  const isProven = results.length > 0 && results.every(({ problem }) => problem === null);
  const parts = [
    !isBegun &&
      !isRecording &&
      minor(
        'Make one post by hand, as always, while Flyerdeck watches: open, write a line, add an image, press, confirm. Nothing is pressed for you.',
      ),
    isRecording &&
      note(
        isConnected
          ? 'Recording. Make one post now, in the tab of the site. Press Done when the site says that it is posted.'
          : LOADING,
        'ask',
      ),
    question(view, draft),
    ...problems.map((problem) => note(problem, 'bad')),
    ...allowButtons(draft, actions),
    isTesting && note('Posting two test flyers, and looking for them in your posts…'),
    draft.pack !== null && problems.length === 0 && !isRecording && testCard(view, draft, isProven, actions),
    isBegun && stepList(view, actions),
    row(
      !isRecording && button(isBegun ? 'Start again' : 'Start', actions.start, { isPrimary: !isBegun }),
      isRecording && isBegun && button('Done', actions.done, { isPrimary: true }),
      !isRecording && recording.account !== null && button('Click the name again', () => actions.again('account')),
      !isRecording && recording.post !== null && button('Click the post again', () => actions.again('post')),
    ),
  ];
  return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
}

/** A name that looks dangerous may be the site's ordinary one: the admin decides. */
const allowButtons = ({ pack }: Draft, actions: Actions): HTMLElement[] =>
  [...new Set(pack ? refusedNames(pack).map(({ name }) => name) : [])].map((name) =>
    button(`"${name}" is part of posting here: allow it`, () => actions.allow(name)),
  );

function testCard({ results, isTesting }: View, draft: Draft, isProven: boolean, actions: Actions): HTMLElement {
  const steps = draft.pack?.steps ?? [];
  return element(
    'section',
    { class: 'card', 'aria-label': 'Test' },
    element('h2', {}, isProven ? 'Both test flyers are on your page' : 'Post a test flyer'),
    minor(
      isProven
        ? 'Delete them by hand. Then publish the file in the admin area, at Site Packs.'
        : 'Posts two flyers with these steps, and finds them in your posts. Delete them by hand afterwards.',
    ),
    ...results.map(({ problem, step }) => {
      const at = step === null ? undefined : steps[step];
      return problem === null
        ? note('Posted, and found in your posts.', 'good')
        : note(at ? `${problem} (Step: ${describeStep(at)}.)` : problem, 'bad');
    }),
    row(
      !isTesting &&
        button(results.length > 0 ? 'Test again' : 'Post a test flyer', actions.test, { isPrimary: !isProven }),
      isProven && button('Download', actions.download, { isPrimary: true }),
    ),
  );
}
