import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, Settings } from '../src/config.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

const example = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
/** The names in the table of settings. */
const documented = [...read('.github/docs/settings.md').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
);

const WEB_APP_BUILD = ['VITE_MOCK_AUTH', 'VITE_BOT_USERNAME'];

const settings = Object.keys(Settings.properties);

test('the table of settings contains every setting', () => {
  expect([...documented].sort()).toEqual([...settings, ...WEB_APP_BUILD].sort());
});

test('.env.example contains every setting, also those of docker-compose.yml', () => {
  const names = example.map(([name]) => name);
  expect([...names].sort()).toEqual([...settings, ...WEB_APP_BUILD, 'POSTGRES_PASSWORD', 'FLYERDECK_VERSION'].sort());
  const compose = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(compose));
});

test('the values in .env.example are the defaults', () => {
  const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
  const values = Object.fromEntries(example.filter(([, value]) => value !== ''));
  expect(Object.keys(values)).toContain('PORT');
  expect(readConfig({ BOT_TOKEN, ...values })).toEqual(readConfig({ BOT_TOKEN }));
});
