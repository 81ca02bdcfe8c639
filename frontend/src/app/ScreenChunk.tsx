import { type ComponentType, lazy, useMemo } from 'react';

type ImportScreen = () => Promise<{ readonly default: ComponentType }>;

/**
 * A screen in its own chunk. It renders at once when the chunk is already loaded. React.lazy alone would still suspend,
 * and React delays the content after a fallback by up to 300 ms, which would delay every screenshot of a post.
 */
export class ScreenChunk {
  /** Lazy until the chunk is loaded. */
  screen: ComponentType;

  constructor(private readonly importScreen: ImportScreen) {
    this.screen = lazy(importScreen);
  }

  /** Loads the chunk before its first render. */
  async load(): Promise<void> {
    this.screen = (await this.importScreen()).default;
  }
}

export function ChunkScreen({ chunk }: { readonly chunk: ScreenChunk }) {
  // Memoized, because a change of the component would reset the screen's state.
  const Screen = useMemo(() => chunk.screen, [chunk]);
  return <Screen />;
}

/** A screen that uses antd, with its theme; both are loaded in parallel. */
export const themedChunk = (importScreen: ImportScreen): ScreenChunk =>
  new ScreenChunk(async () => {
    const [{ AntdTheme }, { default: Screen }] = await Promise.all([import('./AntdTheme.tsx'), importScreen()]);
    const ThemedScreen = () => (
      <AntdTheme>
        <Screen />
      </AntdTheme>
    );
    return { default: ThemedScreen };
  });
