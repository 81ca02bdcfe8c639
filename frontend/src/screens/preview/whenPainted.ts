const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/**
 * Resolves once what is in the document has been painted with its own fonts: fonts ready, then two frames (the first
 * runs before the paint, the second after it). Painting with one font can ask for the next (a glyph that the first
 * does not have), so it goes round until no font is on its way.
 */
export async function whenPainted(): Promise<void> {
  do {
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  } while (document.fonts.status === 'loading');
}
