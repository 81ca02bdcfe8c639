import { createAssistant, NO_RULES, signIn, updateAssistant, updateTags, uploadTasks } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { DEMO_ADMIN_TELEGRAM_ID } from '../src/accounts/auth/users.service.ts';
import type { DemoApi, DemoSession } from './demoApi.ts';
import { readDemoFlyers } from './demoFlyers.ts';
import { PROMO_TAG } from './demoPages.ts';
import type { LinkedDemoPage } from './linkDemoPage.ts';

/** Signs the demo's admin in by mock mode. The first sign-in adds the welcome bonus. */
export async function signInDemoAdmin(api: DemoApi): Promise<DemoSession> {
  const { session_token: sessionToken, telegram_id: telegramId } = await api(signIn, {
    body: { telegram_id: DEMO_ADMIN_TELEGRAM_ID, username: 'demo_admin', first_name: 'Demo', last_name: 'Admin' },
  });
  return { sessionToken, telegramId };
}

/** True when there are no assistants and no users except the demo's admin. */
export async function isEmptyInstallation(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM assistants) AND NOT EXISTS (SELECT FROM users WHERE telegram_id <> $1) AS empty`,
    [DEMO_ADMIN_TELEGRAM_ID],
  );
  return rows[0]?.empty ?? false;
}

/**
 * Adds tags to the pages, and one waiting assistant with three flyers and targets, so that Add to Queue is the next
 * step. Uses the API only.
 */
export async function fillWithDemoData(
  api: DemoApi,
  linked: readonly LinkedDemoPage[],
  session: DemoSession,
): Promise<void> {
  const byHand: string[] = [];
  for (const { demoPage, page } of linked) {
    await api(updateTags, { as: session, params: { guid: page.guid }, body: { tags: [...demoPage.tags] } });
    if (!demoPage.tags.includes(PROMO_TAG)) byHand.push(page.guid);
  }

  const form = new FormData();
  for (const { fileName, text, image } of await readDemoFlyers()) {
    form.append('images', new Blob([new Uint8Array(image)], { type: 'image/webp' }), fileName);
    form.append('descriptions', text);
  }
  const { _id: id } = await api(createAssistant, { as: session, body: { name: 'Summer promo' } });
  await api(uploadTasks, { as: session, params: { id }, body: form });
  await api(updateAssistant, {
    as: session,
    params: { id },
    body: {
      posting_rules: { ...NO_RULES, target_pages: byHand, target_tags: [PROMO_TAG] },
    },
  });
}
