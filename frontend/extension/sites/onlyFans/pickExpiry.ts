import { siteChanged } from '../../shared/SiteProblem.ts';
import { find, findAll, need, textOf, waitFor } from '../dom.ts';
import { SELECTORS } from './selectors.ts';

const CONTROL_TIMEOUT_MS = 5_000;

export async function pickExpiry(days: 1): Promise<void> {
  const label = `${days} day`;
  (await need(SELECTORS.expiryButton, 'The expiry button', CONTROL_TIMEOUT_MS)).click();
  await need(SELECTORS.expiryOptions, 'The list of expiry periods', CONTROL_TIMEOUT_MS);
  const option = findAll(SELECTORS.expiryOptions).find((element) => textOf(element) === label);
  if (!option) throw siteChanged(`The expiry of ${label}`);
  option.click();
  (await need(SELECTORS.expirySave, "The expiry's Save button", CONTROL_TIMEOUT_MS)).click();
  if (!(await waitFor(() => textOf(find(SELECTORS.expiryShown)).includes(label), CONTROL_TIMEOUT_MS))) {
    throw siteChanged('The expiry of the post');
  }
}
