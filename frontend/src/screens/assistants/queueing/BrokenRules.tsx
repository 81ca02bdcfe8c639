import type { BrokenRule, PageLimits } from '@flyerdeck/contracts/types';
import { MAX_BULK_PAGES } from '@flyerdeck/contracts/values/pages';
import { Button } from 'antd';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { useSetLimitsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import { selectPickerPages } from '../../../data/pages/pagesSlice.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDate } from '../../../lib/formatDate.ts';
import { limitsText } from '../../../lib/limitsText.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

/** Limits that keep the rule, whatever the texts of the posts. */
const limitsFor = ({ count, hours }: BrokenRule): PageLimits =>
  hours === 24
    ? { max_posts_in_24_hours: count, min_gap_minutes: null, hours: null }
    : { max_posts_in_24_hours: null, min_gap_minutes: Math.ceil((hours * 60) / count), hours: null };

const ruleText = ({ words, count, hours }: BrokenRule) =>
  `${counted(count, 'post')}${words ? ` with ${words.join(' or ')}` : ''} in ${counted(hours, 'hour')}`;

/** Rules of the site that the postings would break, each with the limits that keep it. Nothing is changed unasked. */
export function BrokenRules({ rules }: { readonly rules: readonly BrokenRule[] }) {
  const pages = useAppSelector(selectPickerPages);
  const [setLimits, { error, isLoading }] = useSetLimitsOfPagesMutation();
  const limitAll = async (limits: PageLimits) => {
    const guids = pages.map(({ id }) => id);
    for (let start = 0; start < guids.length; start += MAX_BULK_PAGES) {
      const part = guids.slice(start, start + MAX_BULK_PAGES);
      const answer = await setLimits({ body: { guids: part, limits, keeps_stricter: true } });
      if (answer.error) return;
    }
  };
  const failure = failureSentence(error, 'Failed to save the limits');
  return (
    <>
      {failure && <ErrorAlert message={failure} />}
      {rules.map((rule) => (
        <div key={ruleText(rule)} className="u-notice u-tone u-grid u-gap8" data-tone="warning">
          <p className="u-flush u-break">
            The site permits {ruleText(rule)}. {counted(rule.pages, 'page')} would have more.{' '}
            <a href={rule.source} target="_blank" rel="noreferrer">
              Source
            </a>
            , read on {formatDate(rule.checked_on)}.
          </p>
          <div>
            <Button size="small" loading={isLoading} onClick={() => limitAll(limitsFor(rule))}>
              Limit all pages: {limitsText(limitsFor(rule))}
            </Button>
          </div>
        </div>
      ))}
    </>
  );
}
