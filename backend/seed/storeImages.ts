import { readDemoFlyers } from '../demo/demoFlyers.ts';
import type { FileStore } from '../src/files/fileStore.ts';
import { checkImage, putImage } from '../src/files/files.service.ts';
import type { SeedImage } from './rows.ts';

/** Stores the demo's flyers once, for all generated users. */
export async function storeImages(store: FileStore): Promise<SeedImage[]> {
  const images: SeedImage[] = [];
  for (const { image } of await readDemoFlyers()) {
    const { sha256, contentType, width, height, byteSize } = await putImage(store, await checkImage(image));
    images.push({ sha256, contentType, width, height, byteSize });
  }
  return images;
}
