import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every rule of axe, WCAG 2.2's size of targets with them, which it leaves out unless asked. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Its way through frames opens a tab for each judging, a third of the time: only where there are any.
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  builder.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}
