import type { ComponentType } from 'react';
import { ScreenChunk } from './ScreenChunk.tsx';

/** A screen that stands on antd, in a chunk of its own; its theme is fetched beside it, so that neither waits. */
export const themedChunk = (importScreen: () => Promise<{ readonly default: ComponentType }>): ScreenChunk =>
  new ScreenChunk(async () => {
    const [{ AntdTheme }, { default: Screen }] = await Promise.all([import('./AntdTheme.tsx'), importScreen()]);
    // biome-ignore lint/correctness/noComponentHookFactories: made once, when the chunk has come.
    const ThemedScreen = () => (
      <AntdTheme>
        <Screen />
      </AntdTheme>
    );
    return { default: ThemedScreen };
  });
