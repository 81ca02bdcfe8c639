import { blockNetwork, blockStorage } from './isolateDocument.ts';

/** `?replay=stage` is the address of the frame in the panel. The frame shows the replayed app. */
const STAGE = 'stage';

/** Opens the replay panel, or in its frame the replayed app. */
export async function openReplay(container: HTMLElement, buildId: string): Promise<void> {
  blockNetwork(document);
  if (new URLSearchParams(window.location.search).get('replay') === STAGE) {
    blockStorage();
    const { openStage } = await import('./stage/openStage.tsx');
    openStage(container);
    return;
  }
  const { openPanel } = await import('./panel/openPanel.tsx');
  openPanel(container, buildId);
}
