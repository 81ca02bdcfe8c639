import {
  SITE_PACK_SCHEMA,
  type SitePack,
  type SitePackNames,
  type SitePackStep,
  type SitePackWays,
} from '@flyerdeck/contracts/sitePack';
import { normalizedName, PUBLISHING_NAMES } from '@flyerdeck/contracts/sitePackWords';
import type { Recorded, Recording, SeenElement } from '../shared/recordTypes.ts';
import { escaped } from '../sites/addresses.ts';

const namesOf = ({ language, name }: SeenElement): SitePackNames => ({ [language]: [name] });
const isPublishing = ({ element }: Recorded) => PUBLISHING_NAMES.includes(normalizedName(element.name));

/** The person's choice, or the first press with a name that publishes, or the last press. */
export function pressOf({ steps, press }: Pick<Recording, 'steps' | 'press'>): number {
  if (press !== null) return press;
  const filled = steps.findIndex(({ kind }) => kind === 'fill');
  const named = steps.findIndex((step, n) => n > filled && step.kind === 'press' && isPublishing(step));
  return named >= 0 ? named : steps.findLastIndex(({ kind }) => kind === 'press');
}

/** Only what a field held at last counts. */
const isChangedAgain = (steps: readonly Recorded[], n: number): boolean => {
  const { kind, element } = steps[n] as Recorded;
  const isSame = (later: Recorded) =>
    later.kind === kind && JSON.stringify(later.element.ways) === JSON.stringify(element.ways);
  return kind !== 'press' && steps.slice(n + 1).some(isSame);
};

/** Of several texts the longest is the flyer's; one in a single line before it is the title. */
function textStep(steps: readonly Recorded[]): number {
  const fills = steps.flatMap((step, n) => (step.kind === 'fill' && !isChangedAgain(steps, n) ? [{ step, n }] : []));
  const many = fills.filter(({ step }) => !step.isLine);
  return ((many.length > 0 ? many : fills).sort((a, b) => b.step.text.length - a.step.text.length)[0] ?? { n: -1 }).n;
}

/** A tag in a part of the page could have been there before the press that shows the element. */
function certain(ways: SitePackWays): SitePackWays {
  const found = ways.filter((way) => !('css' in way) || /[.#[][^ ]*$/.test(way.css));
  return found.length > 0 ? found : ways.slice(0, 1);
}

export const writtenText = (steps: readonly Recorded[]): string => {
  const step = steps[textStep(steps)];
  return step?.kind === 'fill' ? step.text : '';
};

const given = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** A press that only opens the browser's dialog for files is left out. */
function stepsOf(steps: readonly Recorded[], press: number, page: string): SitePackStep[] {
  const text = textStep(steps);
  const isLast = (_: Recorded, n: number) => !isChangedAgain(steps, n);
  const times = steps.filter(isLast).filter((step) => step.kind === 'time');
  const [firstFill] = steps.filter(isLast).filter((step) => step.kind === 'fill');
  const madeOf = (step: Recorded, n: number): SitePackStep[] => {
    const { ways, name, language } = step.element;
    const control = { button: ways, names: namesOf(step.element) };
    const next = steps[n + 1];
    // What leads to the page of the new post is not part of it: the page is opened by its address.
    if ((n < text && step.kind === 'press' && step.address !== page) || isChangedAgain(steps, n)) return [];
    const late = step.kind === 'press' && step.isLate ? (true as const) : null;
    if (n === press) return [{ do: 'publish', ...control, ...given({ late }) }];
    if (n > press) return step.kind === 'press' ? [{ do: 'confirm', ...control }] : [];
    switch (step.kind) {
      case 'press': {
        const opensFile = next?.kind === 'attach' && next.isPlainField && !next.isNew;
        if (opensFile || name === '') return [];
        const isTimed = [next, steps[n - 1]].some((one) => one?.kind === 'time' && one.isNew);
        const when = isTimed ? ('time' as const) : isForImage(steps, n) ? ('image' as const) : null;
        return [
          { do: 'press', ...control, ...given({ shows: next?.isNew ? certain(next.element.ways) : null, when }) },
        ];
      }
      case 'fill': {
        const as = step.takesHtml ? ('html' as const) : null;
        if (n === text) return [{ do: 'fill', what: 'text', field: ways, ...given({ shown: step.shown, as }) }];
        return step.isLine || step === firstFill ? [{ do: 'fill', what: 'title', field: ways, ...given({ as }) }] : [];
      }
      case 'attach':
        return [{ do: 'attach', input: ways, ready: step.image ?? ways, ...given({ shown: step.shown }) }];
      case 'choose': {
        const names = { [language]: [step.option] };
        return [{ do: 'choose', opener: ways, list: ways, option: [{ css: 'option' }], names, shown: ways }];
      }
      case 'time': {
        const fields = times.map(({ element, form }) => ({ field: element.ways, ...given({ form }) }));
        return step === times[0] ? [{ do: 'time', fields }] : [];
      }
    }
  };
  return steps.flatMap(madeOf);
}

function isForImage(steps: readonly Recorded[], n: number): boolean {
  const step = steps[n];
  if (step?.kind === 'press' && step.isOfImage) return true;
  const next = steps.slice(n + 1).find(({ kind }) => kind !== 'press');
  const after = steps[n - 1];
  return next?.kind === 'attach' || (after?.kind === 'attach' && steps.slice(n).some(({ kind }) => kind !== 'press'));
}

const withUsername = (address: string, username: string): string =>
  username === ''
    ? address
    : address.replace(new RegExp(`(?<=[/@=~:])${escaped(username)}(?=$|[/?#&])`, 'i'), '{username}');

export type Draft =
  | { readonly pack: SitePack; readonly missing: null }
  | { readonly pack: null; readonly missing: string };

/** From the pack in use comes what no post by hand shows. */
export function packOf(
  recording: Recording,
  { version, site, locales }: Pick<SitePack, 'version' | 'site' | 'locales'>,
  inUse: SitePack | null = null,
): Draft {
  const { steps, account, post, said } = recording;
  const lacks = (missing: string): Draft => ({ pack: null, missing });
  const [first] = steps;
  const press = pressOf(recording);
  if (!first) return lacks('Open the page where you write a post, and make one.');
  if (textStep(steps) < 0) return lacks('No text was written. Write one, then press what sends the post.');
  if (press < 0) return lacks('Nothing was pressed that sends the post.');
  if (!account) return lacks('Click your name on the site.');
  if (!post) return lacks('Open the page with your own posts, and click the post that you have made, on its text.');
  const { post: card, text, time, link } = post;
  if (!card || !text || !time || !link) {
    const [none] = Object.entries({ card, text, time, link }).find(([, ways]) => !ways) ?? [];
    return lacks(`The ${none} of your post was not recognized. Click the post again, on its text.`);
  }
  const [message] = said;
  const former = inUse?.site === site ? inUse : undefined;
  const { name, avatar, counts } = former?.account ?? {};
  const { skip, skipTexts, more, now, appears_within_minutes } = former?.feed ?? {};
  const page = (steps.find(({ kind }) => kind === 'fill') ?? first).address;
  return {
    missing: null,
    pack: {
      schema: SITE_PACK_SCHEMA,
      version,
      site,
      locales,
      ...given({ trusted_input: former?.trusted_input, dismiss: former?.dismiss }),
      account: { ...given({ name, avatar, counts }), ...account.account },
      steps: [{ do: 'open', path: page }, ...stepsOf(steps, press, page)],
      outcome: given({
        refused: former?.outcome.refused,
        posted: message?.ways,
        texts: message && message.text.length > 2 ? { [first.element.language]: [message.text] } : null,
      }),
      feed: {
        ...given({ skip, skipTexts, more, now, appears_within_minutes, image: post.image, address: post.form }),
        path: withUsername(post.address, account.username),
        post: card,
        text,
        time,
        link,
      },
    },
  };
}
