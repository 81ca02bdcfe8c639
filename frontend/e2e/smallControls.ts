import type { Page } from '@playwright/test';

/** The smallest size of a control on a phone (WCAG 2.5.5). */
const SMALLEST_PX = 44;

const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="menuitem"], [role="option"], [role="tab"]';

/** The controls that do not respond within the smallest size around their centre. */
export const smallControls = (page: Page) =>
  page.evaluate(
    async ({ controls, smallest }) => {
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const small = new Set<string>(['No control was found.']);
      for (const control of document.querySelectorAll<HTMLElement>(controls)) {
        // The whole label and the whole field of antd respond.
        const target =
          control.closest<HTMLElement>('label, .ant-select, .ant-picker, .ant-input-affix-wrapper') ?? control;
        const isInDialog = control.closest('[role="dialog"]') !== null;
        const isCovered = document.querySelector('[role="dialog"]') !== null && !isInDialog;
        // A link within a text is as high as its line.
        const isInText = control instanceof HTMLAnchorElement && getComputedStyle(control).display === 'inline';
        if (isCovered || isInText || !control.checkVisibility({ visibilityProperty: true })) continue;
        small.delete('No control was found.');
        const responds = (element: HTMLElement) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          if (width >= smallest && height >= smallest) return true;
          const [centerX, centerY, reach] = [x + width / 2, y + height / 2, smallest / 2 - 1];
          return [
            [-reach, 0],
            [reach, 0],
            [0, -reach],
            [0, reach],
          ].every(([byX = 0, byY = 0]) => {
            const hit = document.elementFromPoint(centerX + byX, centerY + byY);
            return hit !== null && (element.contains(hit) || hit.closest('label')?.control === control);
          });
        };
        if (responds(target) || responds(control)) continue;
        target.scrollIntoView({ block: 'center', inline: 'center' });
        await frames();
        if (responds(target) || responds(control)) continue;
        const { width, height } = control.getBoundingClientRect();
        // Not visible: a native field below another one that looks better, or clipped for screen readers.
        if (width <= 1 || height <= 1) continue;
        const name = control.getAttribute('aria-label') || control.textContent || control.getAttribute('placeholder');
        small.add(
          `${control.tagName} "${name?.trim().slice(0, 40)}" ${control.className} ${width.toFixed()}x${height.toFixed()}`,
        );
      }
      return [...small];
    },
    { controls: CONTROLS, smallest: SMALLEST_PX },
  );
