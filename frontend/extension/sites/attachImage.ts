import type { SitePackWays, StepOf } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer, type Part } from './Composer.ts';
import { controlIn } from './choose.ts';
import { isVisible, tellChange, textOf, waitFor } from './dom.ts';
import { isControl, namedIn, pressControl } from './pressable.ts';
import { SiteProblem, siteChanged } from './site.ts';
import { centerOf } from './trustedInput.ts';

export const UPLOAD_TIMEOUT_MS = 90_000;

/** A dialog that is still loading shows images of earlier posts late, and does not take a file yet. */
const UNCHANGED_MS = 1_000;

const isFileField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'file';

/** Some sites create the field when their button is pressed. An area for dropped files may be visible only during a drag. */
export async function imageField(
  composer: Composer,
  { input, opener }: StepOf<'attach'>,
  what: string,
): Promise<HTMLElement> {
  const created = composer.watch(input, isFileField);
  const field = () => composer.all(input).find(isFileField) ?? created();
  if (opener && !field()) {
    pressControl(await composer.need(() => controlIn(composer, opener), `${what} (its button)`), what, composer.pack);
  }
  const area = () => composer.all(input, (one) => !isFileField(one) && !isControl(one))[0];
  return (await waitFor(field, CONTROL_TIMEOUT_MS)) ?? composer.need(area, `${what} (its field)`);
}

function put(file: File, field: HTMLElement): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  if (isFileField(field)) {
    field.files = dataTransfer.files;
    tellChange(field);
    return;
  }
  // A drag begins outside of the area: some sites show it then only.
  const drag = (type: string, on: EventTarget) => {
    const { x, y } = centerOf(field);
    const at = { clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true, dataTransfer };
    on.dispatchEvent(new DragEvent(type, at));
  };
  drag('dragenter', document.documentElement);
  for (const type of ['dragenter', 'dragover', 'drop']) drag(type, field);
}

/** In a form without scripts the field itself holds the image. */
const isImage = (element: Element): boolean =>
  isVisible(element) && !(isFileField(element) && (element.files?.length ?? 0) === 0);

export const imagesIn = (composer: Composer, { ready, shown = ready }: StepOf<'attach'>): HTMLElement[] =>
  composer.all(shown, isImage);

async function untilLoaded(images: () => HTMLElement[]): Promise<void> {
  const untilMs = Date.now() + CONTROL_TIMEOUT_MS;
  for (let before = -1; before !== images().length && Date.now() < untilMs; ) {
    before = images().length;
    await new Promise((resolve) => setTimeout(resolve, UNCHANGED_MS));
  }
}

/** Returns a function that lists the images that the post has since then. `check` throws when waiting longer has no use. */
export async function attachImage(
  composer: Composer,
  step: StepOf<'attach'>,
  file: File,
  what: string,
  check: () => void,
): Promise<() => HTMLElement[]> {
  if (composer.pack.steps.some((one) => one.do === 'press' && one.when === 'image')) {
    await untilLoaded(() => composer.all(step.ready, isImage));
  }
  const field = await imageField(composer, step, what);
  const watched = (ways: SitePackWays | undefined): Part => (ways ? composer.watch(ways) : () => null);
  const [uploading, refused] = [watched(step.uploading), watched(step.refused)];
  const images = composer.watchAll(step.ready, isImage);
  // An image that is added to an emptied form could be left over for the next try.
  check();
  put(file, field);
  let isRepeated = false;
  const ended = () => {
    check();
    const root = composer.root();
    const again = refused() && !isRepeated && step.again && root && namedIn(root, step.again);
    if (!again) return refused() ?? images()[0];
    isRepeated = true;
    pressControl(again, `${what} (its button to try again)`, composer.pack);
    return null;
  };
  const beginMs = step.uploading ? CONTROL_TIMEOUT_MS : UPLOAD_TIMEOUT_MS;
  if (!(await waitFor(() => ended() ?? uploading(), beginMs))) throw siteChanged(`${what} (its preview)`);
  if (!(await waitFor(ended, UPLOAD_TIMEOUT_MS))) {
    throw new SiteProblem('site_failing', 'The creator site took too long to take the image.');
  }
  const refusal = refused();
  if (refusal) {
    throw new SiteProblem('refused', `The creator site refused the image: ${textOf(refusal) || 'it did not say why.'}`);
  }
  return images;
}

const MAX_IMAGES = 20;

export async function removeImages(composer: Composer, step: StepOf<'attach'>): Promise<void> {
  for (const field of imagesIn(composer, step).filter(isFileField)) {
    field.value = '';
    tellChange(field);
  }
  const images = () => imagesIn(composer, step).length;
  for (let removed = 0; images() > 0; removed++) {
    const before = images();
    const root = composer.root();
    const button = step.remove && root && namedIn(root, step.remove);
    if (!button || removed === MAX_IMAGES) throw notEmptied('image');
    pressControl(button, "The image's Remove button", composer.pack, 'remove');
    if (!(await waitFor(() => images() < before, CONTROL_TIMEOUT_MS))) throw notEmptied('image');
  }
}

export const notEmptied = (what: string): SiteProblem =>
  new SiteProblem('broken', `The creator site shows a draft, and its ${what} could not be removed. Empty it by hand.`);
