import type { SitePackControl } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName } from 'dom-accessibility-api';
import { isVisible } from './dom.ts';
import { findAll } from './findElements.ts';
import { isInMessageBox } from './messageBox.ts';
import { isDisabled } from './pressable.ts';

/** The control which the pack names. */
export const namedIn = (root: Document | Element, { button, names }: SitePackControl): HTMLElement | null =>
  findAll(button, root, (one) => isVisible(one) && !isDisabled(one) && !isInMessageBox(one)).find((one) =>
    isNameIn(computeAccessibleName(one), names),
  ) ?? null;
