import { answerAccount, manyAssistants, manyPages, openAssistant, SIZES } from './manyPages.ts';
import { expect, test } from './product.ts';

// Twenty times the whole app.
test.setTimeout(600_000);

for (const size of SIZES) {
  test(`of 20 links to assistants at ${size.width} px, 20 show the assistant`, async ({ page }) => {
    const assistants = manyAssistants(20);
    await answerAccount(page, manyPages(300), assistants);
    await page.setViewportSize(size);
    for (const assistant of assistants) {
      const card = await openAssistant(page, assistant);
      await expect(card.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
    }
  });
}
