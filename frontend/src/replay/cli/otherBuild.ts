import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { rootReducer } from '../../data/store/rootReducer.ts';

/** The reducer of another checkout. Its modules are loaded beside those of this one. @throws Error that names what is missing */
export async function reducerIn(folder: string): Promise<typeof rootReducer> {
  const load = (file: string) => import(pathToFileURL(path.resolve(folder, 'frontend/src', file)).href);
  await load('replay/log/allEndpoints.ts');
  return (await load('data/store/rootReducer.ts')).rootReducer;
}
