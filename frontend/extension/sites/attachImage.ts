import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer, type Part } from './Composer.ts';
import { isVisible, need, tellChange, textOf, waitFor } from './dom.ts';
import { isControl, namedIn, pressControl } from './pressable.ts';
import { SiteProblem, siteChanged } from './SiteProblem.ts';
import { centerOf } from './trustedInput.ts';

export const UPLOAD_TIMEOUT_MS = 90_000;

const isFileField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'file';

/**
 * The file field, or what takes dropped files where that is never in the document. Some sites create the field when their button is
 * pressed; without a user's click no dialog opens.
 */
export async function pictureField(
  composer: Composer,
  { input, opener }: SitePack['composer']['image'],
): Promise<HTMLElement> {
  const created = composer.watch(input, isFileField);
  const field = () => composer.all(input).find(isFileField) ?? created();
  if (opener && !field()) {
    const button = await need(() => composer.one(opener), "The picture's button", CONTROL_TIMEOUT_MS);
    pressControl(button, "The picture's button");
  }
  const area = () => composer.all(input, (one) => isVisible(one) && !isControl(one))[0];
  return (await waitFor(field, CONTROL_TIMEOUT_MS)) ?? need(area, 'The picture field', 0);
}

function put(file: File, field: HTMLElement): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  if (isFileField(field)) {
    field.files = dataTransfer.files;
    tellChange(field);
    return;
  }
  const { x, y } = centerOf(field);
  const at = { clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true, dataTransfer };
  for (const type of ['dragenter', 'dragover', 'drop']) field.dispatchEvent(new DragEvent(type, at));
}

/**
 * Gives the image to the site and waits until the site has uploaded it. Returns a function that lists the
 * pictures that the post has since then.
 * `check` throws when waiting longer has no use.
 */
export async function attachImage(
  composer: Composer,
  image: SitePack['composer']['image'],
  file: File,
  check: () => void,
): Promise<() => HTMLElement[]> {
  const field = await pictureField(composer, image);
  const watched = (ways: SitePackWays | undefined): Part => (ways ? composer.watch(ways) : () => null);
  const [uploading, refused] = [watched(image.uploading), watched(image.refused)];
  const images = composer.watchAll(image.ready);
  put(file, field);
  let isRepeated = false;
  const ended = () => {
    check();
    const root = composer.root();
    const again = refused() && !isRepeated && image.again && root && namedIn(root, image.again);
    if (!again) return refused() ?? images()[0];
    isRepeated = true;
    pressControl(again, "The picture's button to try again");
    return null;
  };
  const beginMs = image.uploading ? CONTROL_TIMEOUT_MS : UPLOAD_TIMEOUT_MS;
  if (!(await waitFor(() => ended() ?? uploading(), beginMs))) throw siteChanged("The picture's preview");
  if (!(await waitFor(ended, UPLOAD_TIMEOUT_MS))) {
    throw new SiteProblem('site_failing', 'The creator site took too long to take the picture.');
  }
  const refusal = refused();
  if (refusal) {
    throw new SiteProblem(
      'refused',
      `The creator site refused the picture: ${textOf(refusal) || 'it did not say why.'}`,
    );
  }
  return images;
}
