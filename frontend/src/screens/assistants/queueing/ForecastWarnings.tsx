import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts/limits';
import type { ForecastWarning } from '@flyerdeck/contracts/types';
import { counted } from '../../../lib/counted.ts';

const MAX_SHOWN = 10;

export function warningText({ kind, flyer, pages, word }: ForecastWarning): string {
  switch (kind) {
    case 'repeated_image':
      return `Flyer ${flyer}: ${counted(pages, 'page')} had this image in the last ${REPEATED_IMAGE_DAYS} days, or will have it.`;
    case 'long_text':
      return `Flyer ${flyer}: the text is longer than the site's ${SITE_TEXT_LENGTH.toLocaleString()} characters.`;
    case 'listed_word':
      return `Flyer ${flyer}: the text contains "${word}".`;
  }
}

/** What may be unwanted about the flyers. Nothing is changed because of it. */
export function ForecastWarnings({ warnings }: { readonly warnings: readonly ForecastWarning[] }) {
  if (warnings.length === 0) return null;
  const more = warnings.length - MAX_SHOWN;
  return (
    <ul
      className="u-notice u-tone u-grid u-gap4"
      data-tone="warning"
      aria-label="Warnings"
      style={{ listStyle: 'none' }}
    >
      {warnings.slice(0, MAX_SHOWN).map((warning) => (
        <li key={`${warning.kind} ${warning.flyer} ${warning.word}`} className="u-break">
          {warningText(warning)}
        </li>
      ))}
      {more > 0 && <li>And {counted(more, 'more warning')}.</li>}
    </ul>
  );
}
