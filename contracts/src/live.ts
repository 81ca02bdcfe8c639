import { type Static, Type } from '@sinclair/typebox';
import { LIVE_TAGS, type LiveTag } from './cacheTags.values.ts';
import type { Endpoint } from './endpoint.ts';
import { closed } from './schema.ts';

/** Hints may be lost, late or repeated: every decision is made by the calls. */

/** To LIVE_DEVICE_PATH and LIVE_RUNNER_PATH. */
export const DeviceHello = closed({ secret: Type.String({ minLength: 1, maxLength: 64 }) });
export type DeviceHello = Static<typeof DeviceHello>;

/** To LIVE_USER_PATH: the values of the session headers. */
export const UserHello = closed({
  session_token: Type.String({ minLength: 1, maxLength: 64 }),
  telegram_id: Type.String({ minLength: 1, maxLength: 32 }),
  /** Of the tab. It gets no hint of its own calls, which have it in the header X-Live-Tab. */
  tab: Type.String({ minLength: 1, maxLength: 16 }),
});
export type UserHello = Static<typeof UserHello>;

/** `work`: the device should poll, or the runner should start these browsers. `changed`: cache entries with these tags are outdated. */
export const LiveMessage = Type.Union([
  closed({ type: Type.Literal('ready') }),
  closed({ type: Type.Literal('pong') }),
  closed({ type: Type.Literal('work'), pages: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))) }),
  closed({
    type: Type.Literal('changed'),
    tags: Type.Array(Type.Unsafe<LiveTag>({ type: 'string', enum: LIVE_TAGS })),
  }),
]);
export type LiveMessage = Static<typeof LiveMessage>;

/** Types only, because all tabs of a user get the same. */
export function hintTagsOf({ changes = [], changesElsewhere = [] }: Endpoint): LiveTag[] {
  const types = [...changes, ...changesElsewhere].map((tag) => tag.split('/')[0]);
  return LIVE_TAGS.filter((tag) => types.includes(tag));
}
