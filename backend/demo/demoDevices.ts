import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLinkRequest, EXTENSION_VERSION, type Page, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../src/context.ts';
import { addFlyerFile, checkImage, putImage } from '../src/files/files.service.ts';
import type { DemoApi, DemoSession } from './demoApi.ts';
import { readDemoAvatar } from './demoFlyers.ts';
import type { DemoPage } from './demoPages.ts';

export const DEMO_EXTENSION_VERSION = `${EXTENSION_VERSION}-demo`;

export interface DemoDevice {
  readonly secret: string;
  readonly avatarFileId: string;
}

export interface DemoDevices {
  /** The device of an earlier run. It may be void. */
  known(page: DemoPage): DemoDevice | null;
  /** Links the page as a user does: the extension requests a token, and the user pastes it. */
  link(page: DemoPage): Promise<{ device: DemoDevice; page: Page }>;
}

interface Options {
  readonly app: Pick<AppContext, 'config' | 'db' | 'files'>;
  readonly api: DemoApi;
  readonly baseUrl: string;
  /** The owner of the pages. Called only when a page is linked. */
  readonly owner: () => Promise<{ readonly id: string; readonly session: DemoSession }>;
}

export const avatarUrl = (baseUrl: string, { avatarFileId }: DemoDevice) => `${baseUrl}/api/get_image/${avatarFileId}`;

/** The demo's devices. Their secrets are stored under DATA_DIR, so that a restart uses the same devices. */
export async function openDemoDevices({ app, api, baseUrl, owner }: Options): Promise<DemoDevices> {
  const file = path.join(app.config.dataDir, 'demo-devices.json');
  const devices = await readDevices(file);
  let written: Promise<void> = Promise.resolve();
  return {
    known: (page) => devices[page.creatorId] ?? null,
    async link(page) {
      const { id: ownerId, session } = await owner();
      const image = await checkImage(await readDemoAvatar(page.username));
      const avatarFileId = await addFlyerFile(app.db, ownerId, await putImage(app.files, image));
      const { device_secret: secret, linking_token: token } = await api(createLinkRequest, {
        body: {
          page: {
            creator_id: page.creatorId,
            name: page.name,
            username: page.username,
            avatar_url: avatarUrl(baseUrl, { secret: '', avatarFileId }),
          },
          extension_version: DEMO_EXTENSION_VERSION,
        },
      });
      const linked = await api(verifyLinking, { as: session, body: { token, confirm_replace: true } });
      const device = { secret, avatarFileId };
      devices[page.creatorId] = device;
      // Writes one at a time, because several pages may be linked at once.
      written = written.catch(() => undefined).then(() => writeDevices(file, devices));
      await written;
      return { device, page: linked.page };
    },
  };
}

type StoredDevices = Record<string, DemoDevice>;

async function readDevices(file: string): Promise<StoredDevices> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredDevices;
  } catch {
    // The file is missing or unreadable, so the pages are linked again.
    return {};
  }
}

async function writeDevices(file: string, devices: StoredDevices): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // Renamed when complete, so that it is never half-written. Only its owner may read it, because a secret allows
  // posting.
  await writeFile(`${file}.new`, JSON.stringify(devices, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
