import { SiteProblem, siteChanged } from '../../shared/SiteProblem.ts';
import { find, need, textOf, waitFor } from '../dom.ts';
import { SELECTORS } from './selectors.ts';

const CONTROL_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 90_000;

/** Puts the image into the site's file field and waits until the site has uploaded it. */
export async function attachImage(image: File): Promise<void> {
  const input = await need(SELECTORS.imageInput, 'The picture field', CONTROL_TIMEOUT_MS);
  if (!(input instanceof HTMLInputElement)) throw siteChanged('The picture field');
  const files = new DataTransfer();
  files.items.add(image);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const began = await waitFor(
    () => find(`${SELECTORS.imageUploading}, ${SELECTORS.imageReady}, ${SELECTORS.imageRefused}`),
    CONTROL_TIMEOUT_MS,
  );
  if (!began) throw siteChanged("The picture's preview");
  const ended = await waitFor(() => find(`${SELECTORS.imageReady}, ${SELECTORS.imageRefused}`), UPLOAD_TIMEOUT_MS);
  if (!ended) throw new SiteProblem('site_failing', 'The creator site took too long to take the picture.');
  if (ended.matches(SELECTORS.imageRefused)) {
    throw new SiteProblem('refused', `The creator site refused the picture: ${textOf(ended) || 'it did not say why.'}`);
  }
}
