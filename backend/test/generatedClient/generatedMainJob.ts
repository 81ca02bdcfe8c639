import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

/** The data of a successful call; throws for an error answer. */
function answerOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/**
 * The main job of the product with a generated client: sign in, link a page, upload a flyer, set rules, add to the
 * queue, and post as the page's device. The test generates `schema.ts` from the API document.
 */
export async function mainJob(baseUrl: string, telegramId: string, picture: Blob) {
  const unauthenticated = createClient<paths>({ baseUrl });
  const session = answerOf(
    await unauthenticated.POST('/api/auth/telegram', {
      body: { telegram_id: telegramId, username: 'mila', first_name: 'Mila', last_name: '' },
    }),
  );
  const user = createClient<paths>({
    baseUrl,
    headers: { 'X-Session-Token': session.session_token, 'X-Telegram-ID': session.telegram_id },
  });

  const link = answerOf(
    await unauthenticated.POST('/api/extension/link-requests', {
      body: {
        page: { creator_id: `creator ${telegramId}`, name: 'Mila', username: 'mila', avatar_url: null },
        extension_version: '1.0.0',
      },
    }),
  );
  const { page } = answerOf(await user.POST('/api/verify_linking', { body: { token: link.linking_token } }));

  const assistant = answerOf(await user.POST('/api/assistants', { body: { name: 'Spring' } }));
  const path = { id: assistant._id };
  const tasks = answerOf(
    await user.POST('/api/assistants/{id}/tasks', {
      params: { path },
      body: { images: [picture], descriptions: ['A flyer'] },
      bodySerializer: ({ images, descriptions = [] }) => {
        const form = new FormData();
        for (const image of images) form.append('images', image, 'flyer.png');
        for (const description of descriptions) form.append('descriptions', description);
        return form;
      },
    }),
  );
  answerOf(
    await user.PUT('/api/assistants/{id}', {
      params: { path },
      body: {
        posting_rules: {
          target_pages: [page.guid],
          target_tags: [],
          start_delay_hours: 0,
          delay_between_tasks_hours: 0,
          duplication_time_hours: 0,
        },
      },
    }),
  );
  const { postings } = answerOf(await user.POST('/api/assistants/{id}/add-to-queue', { params: { path } }));
  answerOf(await user.POST('/api/queue/start'));

  const device = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${link.device_secret}` } });
  const { posting } = answerOf(await device.POST('/api/extension/poll', { body: { health: 'ok' } }));
  if (!posting) throw new Error('The poll returned no posting.');
  const report = { params: { path: { id: posting.id } }, body: { claim_token: posting.claim_token } };
  answerOf(await device.POST('/api/extension/postings/{id}/submitting', report));
  answerOf(await device.POST('/api/extension/postings/{id}/heartbeat', report));
  const { status } = answerOf(await device.POST('/api/extension/postings/{id}/posted', report));

  const id = tasks[0]?._id ?? '';
  const task = answerOf(await user.GET('/api/tasks/{id}', { params: { path: { id } } }));
  const balance = answerOf(await user.GET('/api/credits/balance'));
  const { transactions } = answerOf(await user.GET('/api/credits/transactions', { params: { query: { limit: 20 } } }));
  return {
    postings,
    text: posting.text,
    hasPicture: posting.image_url !== null,
    status,
    counts: task.page_counts,
    credits: balance.credits_balance,
    ledger: transactions.map(({ amount }) => amount),
  };
}
