import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer } from './Composer.ts';
import { isVisible, waitFor } from './dom.ts';
import { emptyText, shownText } from './fillText.ts';
import { namedIn, pressControl } from './pressable.ts';
import { SiteProblem } from './SiteProblem.ts';

const MAX_IMAGES = 20;

/** The pictures that the new post has. */
export const imagesIn = (composer: Composer, { image }: SitePack['composer']): HTMLElement[] =>
  composer.all(image.ready, isVisible);

/** The field is there and holds nothing. */
export const isTextEmpty = (composer: Composer): boolean => {
  const field = composer.text();
  return field !== null && shownText(field).trim() === '';
};

const notEmptied = (what: string) =>
  new SiteProblem('broken', `The creator site shows a draft, and its ${what} could not be removed. Empty it by hand.`);

/** Removes the text and the pictures of a draft that the site has restored. */
export async function emptyComposer(composer: Composer, pack: SitePack): Promise<void> {
  const field = composer.text();
  if (field && !isTextEmpty(composer)) {
    await emptyText(composer);
    if (!(await waitFor(() => isTextEmpty(composer), CONTROL_TIMEOUT_MS))) throw notEmptied('text');
  }
  const images = () => imagesIn(composer, pack.composer).length;
  for (let removed = 0; images() > 0; removed++) {
    const before = images();
    const remove = pack.composer.image.remove;
    const root = composer.root();
    const button = remove && root && namedIn(root, remove);
    if (!button || removed === MAX_IMAGES) throw notEmptied('picture');
    pressControl(button, "The picture's Remove button", 'remove');
    if (!(await waitFor(() => images() < before, CONTROL_TIMEOUT_MS))) throw notEmptied('picture');
  }
}
