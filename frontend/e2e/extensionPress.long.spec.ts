import { ExtensionStory, expect, test } from './extensionStory.ts';
import { startProduct } from './product.ts';

/** Longer than the extension may press after `submitting`. */
const AWAY_MS = 35_000;

test('a server that is away for 35 s right before the press: the flyer returns to the queue by itself and is posted once', async () => {
  const product = await startProduct();
  const story = await ExtensionStory.begin(product);
  try {
    await story.linkPage();
    const submitting = story.proxy.holdCall('/submitting');
    await story.queue(['After the restart']);
    await story.startPosting();
    await submitting.arrived;
    const restarted = product.killAndRestart(AWAY_MS);
    submitting.release();
    await restarted;
    await story.waitForPosting({ status: 'completed', retry_count: 1 }, 120_000);
    expect(story.site.accepted).toHaveLength(1);
  } finally {
    await story.end();
    await product.stop();
  }
});
