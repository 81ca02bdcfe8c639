import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAssistant, buildForecast, buildRules, useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderAssistantsTab } from '../../../../test/assistantsTab.tsx';

const { state, countOf } = useAssistantsServer();

const addButton = () => screen.findByRole('button', { name: 'Add to Queue' });
const open = (fields: Parameters<typeof buildAssistant>[0] = {}) => {
  state.assistants = [buildAssistant(fields)];
  renderAssistantsTab({ expandAssistantId: 'a1' });
};

describe('Add to Queue', () => {
  it.each([
    ['a page', 'enabled', buildRules({ target_pages: ['page-1'], target_tags: [] })],
    ['a tag', 'enabled', buildRules()],
    ['nothing', 'disabled', buildRules({ target_tags: [] })],
  ])('with %s as target, while waiting, is %s [2.7-14, 4.8-11]', async (_targets, state, posting_rules) => {
    open({ posting_rules });
    expect((await addButton()).hasAttribute('disabled')).toBe(state === 'disabled');
  });

  it.each(['in_queue', 'posting', 'paused', 'completed'] as const)(
    "is disabled while %s: 'Only assistants in waiting state can be added to queue.' [5-14]",
    async (status) => {
      open({ status });
      expect(await addButton()).toBeDisabled();
      expect(await addButton()).toHaveAccessibleDescription('Only assistants in waiting state can be added to queue.');
    },
  );

  it('saves pending edits, then queues the assistant and shows it as queued [4.8-11]', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await userEvent.click(await addButton());
    expect(await screen.findByText('6 postings are in the queue.')).toBeVisible();
    expect(screen.getByText('In Queue')).toBeVisible();
    const calls = state.requests.map(({ call }) => call);
    expect(calls.indexOf('PUT /api/assistants/a1')).toBeGreaterThan(-1);
    expect(calls.indexOf('PUT /api/assistants/a1')).toBeLessThan(calls.indexOf('POST /api/assistants/a1/add-to-queue'));
    expect(state.assistants[0]?.name).toBe('Evening promo!');
    expect(await addButton()).toBeDisabled();
  });

  it('does not queue the assistant when the edits cannot be saved', async () => {
    state.refusals['PUT /api/assistants/a1'] = { status: 500 };
    open();
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await userEvent.click(await addButton());
    expect(await screen.findByText(/^Failed to add to queue\. Some changes/)).toBeVisible();
    expect(countOf('POST /api/assistants/a1/add-to-queue')).toBe(0);
  });

  it.each([
    [undefined, 'Failed to add to queue.'],
    ['Add at least one flyer.', 'Failed to add to queue. Add at least one flyer.'],
  ])('shows an error when the server refuses (server message: %p) [8.3-15]', async (sentence, shown) => {
    state.refusals['POST /api/assistants/a1/add-to-queue'] = {
      status: 422,
      ...(sentence ? { body: { error: sentence, code: 'assistant.no_flyers' } } : {}),
    };
    open();
    await userEvent.click(await addButton());
    expect(await screen.findByText(shown)).toBeVisible();
    expect(await addButton()).toBeEnabled();
  });
});

describe('the forecast', () => {
  const box = async () => within(await screen.findByRole('figure', { name: 'Forecast' }));
  const factsShown = async () => {
    const terms = await (await box()).findAllByRole('term');
    return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]));
  };

  it('shows the number of pages and postings, the cost, and the times of the first and last post', async () => {
    open();
    expect(await factsShown()).toMatchObject({
      Pages: '3',
      Postings: '6',
      'Credits needed': '30',
      'Your balance': '150',
      'First post': expect.stringMatching(/^Jan 5, 2026/),
      'Last post': expect.stringMatching(/^Jan 5, 2026/),
    });
  });

  it('warns of missing credits and shows why the assistant cannot be queued', async () => {
    state.forecast = buildForecast({
      shortfall: 20,
      problem: 'Add at least one flyer.',
      first_at: null,
      last_at: null,
    });
    open();
    expect(await (await box()).findByText('20 credits are missing.')).toBeVisible();
    expect((await box()).getByText('Add at least one flyer.')).toBeVisible();
    expect(await factsShown()).not.toHaveProperty('First post');
  });
});
