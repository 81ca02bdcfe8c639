import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What can be wrong in one colour scheme and right in the other. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Every rule of axe, WCAG 2.2's size of targets with them, which it leaves out unless asked; or those of colours alone,
 * where nothing else has changed since the page was judged.
 */
export async function axeViolations(page: Page, rules: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  // Its way through frames opens a tab for each judging, a third of the time: only where there are any.
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (rules === 'colours') builder.withRules(OF_COLOURS);
  else builder.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}
