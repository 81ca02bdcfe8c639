import type { ForecastWarning } from '@flyerdeck/contracts/types';
import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts/values/assistants';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { flyersText, groupedWarnings, type WarningGroup } from './groupedWarnings.ts';

const MAX_SHOWN = 10;

export function warningText({ warning: { kind, pages, word }, flyers }: WarningGroup): string {
  const whose = flyersText(flyers);
  switch (kind) {
    case 'repeated_image':
      return `${whose}: ${counted(pages, 'page')} had this image in the last ${REPEATED_IMAGE_DAYS} days, or will have it.`;
    case 'long_text':
      return `${whose}: the text is longer than the site's ${formatNumber(SITE_TEXT_LENGTH)} characters.`;
    case 'listed_word':
      return `${whose}: the text contains "${word}".`;
  }
}

/** What may be unwanted about the flyers. Nothing is changed because of it. */
export function ForecastWarnings({ warnings }: { readonly warnings: readonly ForecastWarning[] }) {
  const texts = groupedWarnings(warnings).map(warningText);
  if (texts.length === 0) return null;
  const more = texts.length - MAX_SHOWN;
  return (
    <ul className="u-list u-notice u-tone u-grid u-gap4" data-tone="warning" aria-label="Warnings">
      {texts.slice(0, MAX_SHOWN).map((text) => (
        <li key={text} className="u-break">
          {text}
        </li>
      ))}
      {more > 0 && <li>And {counted(more, 'more warning')}.</li>}
    </ul>
  );
}
