import type { Assistant } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { presentAssistant } from './assistant.presenter.ts';
import { findAssistantRow } from './assistants.query.ts';

/** The assistant as calls answer it. Throws 404 assistant.not_found. */
export const readAssistant = async (db: Db, ownerId: string, id: string): Promise<Assistant> =>
  presentAssistant(await findAssistantRow(db, ownerId, id));
