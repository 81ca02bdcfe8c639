import { randomUUID } from 'node:crypto';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { requestLink } from '../devices.service.ts';
import { linkPage } from './linking.service.ts';

const database = useTestDatabase();

const aPage = (creatorId: string = randomUUID()) => ({
  creator_id: creatorId,
  name: 'Lily',
  username: 'lily',
  avatar_url: 'https://example.org/lily.jpg',
});
const ask = (page = aPage()) => requestLink(database.db, { page, extensionVersion: '1.2.3' });
const link = (ownerId: string, token: string, confirmReplace = false) =>
  inTransaction(database.db, (db) => linkPage(db, { ownerId, token, confirmReplace }));
const devicesOf = (pageGuid: string): Promise<{ id: string; voided: boolean }[]> =>
  database.db.query('SELECT id, voided_at IS NOT NULL AS voided FROM devices WHERE page_guid = $1 ORDER BY bound_at', [
    pageGuid,
  ]);

const used = expect.objectContaining({ status: 410, code: 'linking.used_token' });

describe('a link request', () => {
  it('returns a token for 15 minutes and a secret, of which only hashes are stored [S11.4-1]', async () => {
    const device = await ask();
    const minutes = (device.expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14.8);
    expect(minutes).toBeLessThan(15.2);
    const [row] = await database.db.query('SELECT * FROM devices WHERE id = $1', [device.deviceId]);
    expect(row).toMatchObject({
      secret_hash: hashSecret(device.deviceSecret),
      linking_token_hash: hashSecret(device.linkingToken),
      page_guid: null,
    });
    expect(JSON.stringify(row)).not.toContain(device.linkingToken);
  });
});

describe('linking a page', () => {
  it('succeeds for one of several users who use a token simultaneously', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)));
    const page = aPage();
    const device = await ask(page);
    const outcomes = await Promise.allSettled(owners.map(({ id }) => link(id, device.linkingToken)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(Array(5).fill(used));
    const pages = await database.db.query('SELECT 1 FROM pages WHERE creator_id = $1', [page.creator_id]);
    expect(pages).toHaveLength(1);
  });

  it('again keeps guid, tags, paid_until and last charge, stores the new names and voids the older device', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const first = await ask(page);
    const { guid } = await link(owner.id, first.linkingToken);
    await database.db.query(
      `UPDATE pages SET tags = '{vip}', paid_until = now() + interval '5 hours', credits_charged = 10,
         unlinked_at = now(), linked_at = now() - interval '9 days', health = 'logged_out' WHERE guid = $1`,
      [guid],
    );
    await database.db.query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [guid]);
    const second = await ask({ ...page, name: 'Lily Rose', username: 'lilyrose', avatar_url: null as never });
    const relinked = await link(owner.id, second.linkingToken);
    expect(relinked).toMatchObject({
      guid,
      name: 'Lily Rose',
      username: 'lilyrose',
      avatarThumbUrl: null,
      tags: ['vip'],
      is_paid: true,
      credits_charged: 10,
      health: 'ok',
    });
    expect(Date.now() - Date.parse(relinked.linked_at)).toBeLessThan(60_000);
    const [row] = await database.db.query('SELECT unlinked_at FROM pages WHERE guid = $1', [guid]);
    expect(row.unlinked_at).toBeNull();
    expect(await devicesOf(guid)).toEqual([
      { id: first.deviceId, voided: true },
      { id: second.deviceId, voided: false },
    ]);
  });

  it('leaves exactly one valid device after simultaneous confirmed requests of several devices', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const devices = await Promise.all(Array.from({ length: 5 }, () => ask(page)));
    const linked = await Promise.all(devices.map(({ linkingToken }) => link(owner.id, linkingToken, true)));
    const guids = new Set(linked.map(({ guid }) => guid));
    expect(guids.size).toBe(1);
    const bound = await devicesOf([...guids][0] as string);
    expect(bound).toHaveLength(5);
    expect(bound.filter(({ voided }) => !voided)).toHaveLength(1);
  });

  it('links the first of several simultaneous unconfirmed devices and replaces none [S6.3-4]', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const devices = await Promise.all(Array.from({ length: 5 }, () => ask(page)));
    const outcomes = await Promise.allSettled(devices.map(({ linkingToken }) => link(owner.id, linkingToken)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(Array(4).fill(expect.objectContaining({ status: 409, code: 'linking.would_replace' })));
    const [linked] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(await devicesOf(linked?.guid ?? '')).toMatchObject([{ voided: false }]);
  });
});
