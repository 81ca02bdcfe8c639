import { createPreset, deletePreset, listPresets, updatePreset } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';

const server = useTestServer();
const rules = {
  target_pages: [],
  target_tags: ['vip'],
  start_delay_hours: 1,
  delay_between_tasks_hours: 2,
  duplication_time_hours: 0,
};

it('a preset is created, changed, listed and deleted', async () => {
  const as = await server.signIn('810');
  const made = await server.call(createPreset, { as, body: { name: ' Evening ', rules } });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({ id: expect.any(String), name: 'Evening', rules, createdAt: expect.any(String) });

  const params = { id: made.json.id };
  const changed = await server.call(updatePreset, { as, params, body: { name: 'Night', rules } });
  expect(changed.json).toEqual({ ...made.json, name: 'Night' });
  expect((await server.call(listPresets, { as })).json).toEqual([changed.json]);

  expect((await server.call(deletePreset, { as, params })).status).toBe(204);
  expect((await server.call(listPresets, { as })).json).toEqual([]);
  const gone = await server.call(deletePreset, { as, params });
  expect([gone.status, gone.error.code]).toEqual([404, 'preset.not_found']);
});

it('a preset with a blank name is refused', async () => {
  const as = await server.signIn('811');
  const { status, error } = await server.call(createPreset, { as, body: { name: '   ', rules } });
  expect([status, error.code]).toEqual([400, 'invalid_request']);
});
