const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/**
 * Resolves when the document is painted with its fonts: it waits for the fonts, then for two frames (the first callback
 * runs before the paint, the second after it). Painting may load another font (for a missing glyph), so this repeats
 * until no font is loading.
 */
export async function whenPainted(): Promise<void> {
  do {
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  } while (document.fonts.status === 'loading');
}
