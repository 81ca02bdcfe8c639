import type { ForecastWarning } from '@flyerdeck/contracts/types';
import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts/values/assistants';
import { counted, formatNumber } from '../../../lib/numbers.ts';

interface WarningGroup {
  readonly warning: ForecastWarning;
  /** The numbers of the flyers with this warning. */
  readonly flyers: readonly number[];
}

/** Warnings that differ only in the flyer as one, in the order of their first flyer. */
export function groupedWarnings(warnings: readonly ForecastWarning[]): WarningGroup[] {
  const groups = new Map<string, { warning: ForecastWarning; flyers: number[] }>();
  for (const warning of warnings) {
    const { flyer, ...rest } = warning;
    const key = JSON.stringify(rest);
    const group = groups.get(key);
    if (group) group.flyers.push(flyer);
    else groups.set(key, { warning, flyers: [flyer] });
  }
  return [...groups.values()];
}

const MAX_NUMBERS = 6;

/** 'Flyer 3', 'Flyers 3, 4, 9', 'Flyers 1, 2, 3, 4, 5, 6 and 20 more' */
export function flyersText(flyers: readonly number[]): string {
  const more = flyers.length - MAX_NUMBERS;
  const shown = flyers.slice(0, MAX_NUMBERS).join(', ');
  return `Flyer${flyers.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

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
