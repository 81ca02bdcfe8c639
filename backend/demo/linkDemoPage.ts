import { createLinkRequest, EXTENSION_VERSION, type Page, verifyLinking } from '@flyerdeck/contracts';
import { User } from '../src/accounts/auth/user.entity.ts';
import type { AppContext } from '../src/context.ts';
import { addFlyerFile, checkImage, putImage } from '../src/files/files.service.ts';
import { StoredFile } from '../src/files/storedFile.entity.ts';
import type { DemoApi, DemoSession } from './demoApi.ts';
import { readDemoAvatar } from './demoFlyers.ts';
import type { DemoPage } from './demoPages.ts';

export interface LinkedDemoPage {
  readonly demoPage: DemoPage;
  readonly deviceSecret: string;
  readonly page: Page;
}

/** Links the page as a user does: the extension requests a token, and the user pastes it. Replaces the device of an earlier run. */
export async function linkDemoPage(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  api: DemoApi,
  { baseUrl, session, demoPage }: { baseUrl: string; session: DemoSession; demoPage: DemoPage },
): Promise<LinkedDemoPage> {
  const { id: ownerId } = await db.findOneByOrFail(User, { telegramId: session.telegramId });
  const image = await checkImage(await readDemoAvatar(demoPage.username));
  const stored = await db.findOneBy(StoredFile, { ownerId, sha256: image.sha256 });
  const avatarFileId = stored?.id ?? (await addFlyerFile(db, ownerId, await putImage(files, image)));
  const { device_secret: deviceSecret, linking_token: token } = await api(createLinkRequest, {
    body: {
      page: {
        creator_id: demoPage.creatorId,
        name: demoPage.name,
        username: demoPage.username,
        // The port, and with it the address, can change with every start.
        avatar_url: `${baseUrl}/api/get_image/${avatarFileId}`,
      },
      extension_version: EXTENSION_VERSION,
    },
  });
  const { page } = await api(verifyLinking, { as: session, body: { token, confirm_replace: true } });
  return { demoPage, deviceSecret, page };
}
