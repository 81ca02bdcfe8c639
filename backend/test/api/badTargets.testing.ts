import { randomUUID } from 'node:crypto';
import { MAX_TARGET_PAGES, MAX_TARGET_TAGS, NO_RULES, type PostingRules } from '@flyerdeck/contracts';
import type { TestServer } from '../testServer.ts';
import type { Answer, CallTests } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

type Save = (rules: PostingRules) => Promise<Answer>;

/** Tests for each call that takes posting rules: invalid targets are refused. `begin` prepares the call for a user. */
export const badTargetsOn =
  (server: TestServer) =>
  (refuses: CallTests['refuses'], begin: (owner: Person) => Promise<Save>): void => {
    const fill = fillOn(server);
    const refused = (when: string, code: string, targets: (owner: Person) => Promise<Partial<PostingRules>>) =>
      refuses(when, code, async () => {
        const owner = await signUp(server);
        const save = await begin(owner);
        const rules = { ...NO_RULES, ...(await targets(owner)) };
        return () => save(rules);
      });

    refused('for a page that does not exist', 'rules.unknown_page', async (owner) => ({
      target_pages: [...(await fill.pages(owner.id, 1)), randomUUID()],
    }));
    refused('for more pages than can be chosen', 'rules.too_many_pages', async (owner) => ({
      target_pages: await fill.pages(owner.id, MAX_TARGET_PAGES + 1),
    }));
    refused('for more tags than can be chosen', 'rules.too_many_tags', async () => ({
      target_tags: Array.from({ length: MAX_TARGET_TAGS + 1 }, (_, index) => `tag ${index}`),
    }));
  };
