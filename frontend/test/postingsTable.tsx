import { listDetailedPostings, type ResponseOf } from '@flyerdeck/contracts';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { screen } from '@testing-library/react';
import PostingsScreen from '../src/screens/admin/postings/PostingsScreen.tsx';
import { type Arrived, answer } from './apiServer.ts';
import { uuid } from './builders.ts';
import { buildDetailedPosting } from './postingBuilders.ts';
import { renderScreen } from './renderScreen.tsx';

/** Shows only two columns unless the address says otherwise, because all columns take long to render. */
export const showPostings = (address = '/admin/postings?columns=description') =>
  renderScreen(<PostingsScreen />, { address });

type PostingsPage = ResponseOf<typeof listDetailedPostings>;

/** Sets the answer of the list. Returns its requests. */
export const answerPostings = (postings: readonly DetailedPosting[], rest: Partial<PostingsPage> = {}): Arrived[] =>
  answer(listDetailedPostings, {
    postings: [...postings],
    total_pages: 1,
    total: postings.length,
    ...rest,
  });

/** Postings 'Flyer 1' (completed), 'Flyer 2' (failed), and so on. */
export const buildPostings = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    buildDetailedPosting({
      id: uuid(i + 1),
      task_description: `Flyer ${i + 1}`,
      status: i % 2 ? 'failed' : 'completed',
    }),
  );

/**
 * The buttons that open the rows' details, once there are rows. They are found by label, because queries by role are
 * slow in tables.
 */
export const toggles = () => screen.findAllByLabelText(/^details of /);

export const lastQuery = (asked: readonly Arrived[]) => Object.fromEntries(asked.at(-1)?.url.searchParams ?? []);

/** The cells of each row, from left to right, without that of the selection. */
export const cellsOfRows = async () =>
  (await toggles()).map((toggle) =>
    [...(toggle.closest('tr') as HTMLTableRowElement).cells].filter(
      ({ classList }) => !classList.contains('ant-table-selection-column'),
    ),
  );

export const headerOf = (title: string) => screen.getByText(title, { selector: 'th *' }).closest('th') as HTMLElement;
