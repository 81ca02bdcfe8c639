import { shutOffNetwork, shutOffStorage } from './shutDocument.ts';

/** The frame in the panel that shows the app: `?replay=stage`. */
const STAGE = 'stage';

/** `?replay`: the panel, or inside of it the app as it was. */
export async function openReplay(container: HTMLElement, buildId: string): Promise<void> {
  shutOffNetwork(document);
  if (new URLSearchParams(window.location.search).get('replay') === STAGE) {
    shutOffStorage();
    const { openStage } = await import('./stage/openStage.tsx');
    openStage(container);
    return;
  }
  const { openPanel } = await import('./panel/openPanel.tsx');
  openPanel(container, buildId);
}
