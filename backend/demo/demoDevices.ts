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
  /** What an earlier run was given; it may have been voided since. */
  known(page: DemoPage): DemoDevice | null;
  /** Links the page as a person would: the extension asks, its token is pasted. */
  link(page: DemoPage): Promise<{ device: DemoDevice; page: Page }>;
}

interface Options {
  readonly app: Pick<AppContext, 'config' | 'db' | 'files'>;
  readonly api: DemoApi;
  readonly baseUrl: string;
  /** The owner; asked for only when something is linked. */
  readonly owner: () => Promise<{ readonly id: string; readonly session: DemoSession }>;
}

export const avatarUrl = (baseUrl: string, { avatarFileId }: DemoDevice) => `${baseUrl}/api/get_image/${avatarFileId}`;

/** The demo's devices, with their secrets kept under DATA_DIR, so that a restart goes on where the last run ended. */
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
      // One after the other: several pages may be linked at once.
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
    // Not there yet, or unreadable: then the pages are linked anew.
    return {};
  }
}

async function writeDevices(file: string, devices: StoredDevices): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // Never half-written, and for nobody else to read: a secret lets its holder post.
  await writeFile(`${file}.new`, JSON.stringify(devices, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
