import { Agent } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Call, send } from '../send.ts';

/** A process that sends requests as fast as they are answered, one at a time on each connection. */
export interface LoadOrder {
  readonly seconds: number;
  readonly connections: readonly (Call & { readonly url: string })[];
}

const { seconds, connections } = (await json(process.stdin)) as LoadOrder;
const startedAt = performance.now();
let calls = 0;
await Promise.all(
  connections.map(async ({ url, ...call }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() - startedAt < seconds * 1_000) {
      const { status, text } = await send(url, { ...call, agent });
      if (status !== 200) throw new Error(`${url} was answered ${status}: ${text.slice(0, 600)}`);
      calls += 1;
    }
  }),
);
process.stdout.write(JSON.stringify({ calls, seconds: (performance.now() - startedAt) / 1_000 }));
process.exit(0);
