import { createHash } from 'node:crypto';
import { getPreview, pollDevice, uploadTasks } from '@flyerdeck/contracts';
import { png } from '../../src/files/images.fixture.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistant } from './flyers.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

describeCall(server, getPreview, ({ succeeds }) => {
  succeeds('shows a posting without authentication', async () => {
    const owner = await signUpPosting(server, { flyers: ['Come in 🎉'] });
    const [page] = owner.pages;
    await server.call(pollDevice, {
      as: page?.deviceSecret ?? '',
      body: {
        counts: { home: 1, notifications: 120, messages: 0 },
        page: { avatar_url: 'https://cdn.example/ada.jpg' },
        // With this health the poll does not claim the posting.
        health: 'logged_out',
      },
    });
    await server.call(pollDevice, { as: page?.deviceSecret ?? '', body: { health: 'ok' } });
    const [{ id } = { id: '' }] = await server.context.db.query<{ id: string }[]>(
      'SELECT id FROM page_postings WHERE owner_id = $1',
      [owner.id],
    );
    const answer = await server.call(getPreview, { params: { pagePostingId: id } });
    expect(answer.json).toEqual({
      pageAvatarBase64: null,
      pageAvatarUrl: `/api/avatars/${page?.guid}?v=${createHash('md5').update('https://cdn.example/ada.jpg').digest('hex').slice(0, 8)}`,
      homeCount: 1,
      notificationsCount: 120,
      messagesCount: 0,
      imageUrl: null,
      description: 'Come in 🎉',
    });
  });

  succeeds("shows the scheduled time in the device's time zone, and the URL of the picture", async () => {
    const owner = await signUpPosting(server);
    const id = await owner.post(owner.pages[0], 'claimed');
    const { _id: assistantId } = await makeAssistant(server, owner);
    const upload = { as: owner.as, params: { id: assistantId }, body: flyerForm([await png()]) };
    const fileId = (await server.call(uploadTasks, upload)).json[0]?.file_id;
    const { pool } = server.context;
    await pool.query('UPDATE tasks SET file_id = $2 WHERE id = $1', [owner.taskId, fileId]);
    await pool.query(`UPDATE page_postings SET scheduled_for = '2026-11-22T22:00:00Z' WHERE id = $1`, [id]);
    await pool.query(`UPDATE pages SET time_zone = 'America/New_York' WHERE owner_id = $1`, [owner.id]);
    const answer = await server.call(getPreview, { params: { pagePostingId: id } });
    expect(answer.json).toMatchObject({
      scheduleText: 'Nov 22, 2026, 5:00 PM',
      imageUrl: `/api/get_image/${fileId}`,
    });
  });
});
