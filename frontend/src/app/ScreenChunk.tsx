import { type ComponentType, lazy, useMemo } from 'react';

type ImportScreen = () => Promise<{ readonly default: ComponentType }>;

/**
 * A screen in a chunk of its own that renders at once when the chunk is there already. React.lazy alone suspends even
 * then, and React holds back what follows a fallback for 300 ms, which every picture of a post would wait for.
 */
export class ScreenChunk {
  private readonly lazyScreen: ComponentType;
  private loadedScreen: ComponentType | null = null;

  constructor(private readonly importScreen: ImportScreen) {
    this.lazyScreen = lazy(importScreen);
  }

  /** Fetches the chunk ahead of its first render. */
  async load(): Promise<void> {
    this.loadedScreen = (await this.importScreen()).default;
  }

  get screen(): ComponentType {
    return this.loadedScreen ?? this.lazyScreen;
  }
}

export function ChunkScreen({ chunk }: { readonly chunk: ScreenChunk }) {
  // Held for as long as the chunk is shown: another component in its place would lose the screen's state.
  const Screen = useMemo(() => chunk.screen, [chunk]);
  return <Screen />;
}

/** A screen that uses antd, with its theme; both are fetched at once. */
export const themedChunk = (importScreen: ImportScreen): ScreenChunk =>
  new ScreenChunk(async () => {
    const [{ AntdTheme }, { default: Screen }] = await Promise.all([import('./AntdTheme.tsx'), importScreen()]);
    // biome-ignore lint/correctness/noComponentHookFactories: made once, when the chunk has been loaded.
    const ThemedScreen = () => (
      <AntdTheme>
        <Screen />
      </AntdTheme>
    );
    return { default: ThemedScreen };
  });
