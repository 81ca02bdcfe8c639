import { Agent } from 'node:http';
import sharp from 'sharp';
import { FORM_TYPE, formOf } from '../../fillAccount.ts';
import { type Answer, type Call, type Headers, send } from '../../send.ts';

export interface Target {
  readonly baseUrl: string;
  readonly headers: Headers;
  readonly assistantId: string;
  readonly pageGuid: string;
  readonly deviceSecret: string;
  readonly fileId: string;
  readonly seconds: number;
}

export type Attack = (target: Target) => Promise<string>;

/** A loopback address that honest users do not use, because limits count by address. */
export const ATTACKER_ADDRESS = '127.0.0.66';

const agent = new Agent({ keepAlive: true, localAddress: ATTACKER_ADDRESS, maxSockets: 256 });

export const callAsStranger = ({ baseUrl }: Target, path: string, call: Call = {}): Promise<Answer> =>
  send(`${baseUrl}${path}`, { ...call, agent });

export const callAsUser = (target: Target, method: string, path: string, body: object | null = null) =>
  callAsStranger(target, `/api${path}`, { method, headers: target.headers, body });

export class Answers {
  private readonly counts = new Map<number, number>();
  slowestMs = 0;

  async add(answer: Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const { status } = await answer;
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    return answer;
  }

  toString(): string {
    const sorted = [...this.counts].sort(([a], [b]) => a - b);
    return sorted.map(([status, times]) => `${status || 'closed'}: ${times}`).join(', ');
  }
}

export async function flood(
  { seconds }: Target,
  { atOnce, perSecond = Number.POSITIVE_INFINITY }: { readonly atOnce: number; readonly perSecond?: number },
  call: (n: number) => Promise<Answer>,
): Promise<Answers> {
  const answers = new Answers();
  const startedAt = performance.now();
  let calls = 0;
  const loop = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const n = calls++;
      const due = startedAt + (n / perSecond) * 1_000;
      if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await answers.add(call(n));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return answers;
}

export const uploadImages = (target: Target, images: readonly Buffer[]): Promise<Answer> =>
  callAsStranger(target, `/api/assistants/${target.assistantId}/tasks`, {
    headers: { ...target.headers, 'Content-Type': FORM_TYPE },
    body: formOf(images),
  });

export async function uploadSmallFlyers(target: Target): Promise<Answers> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const uploads = new Answers();
  for (let n = 0; n < 6; n++) await uploads.add(uploadImages(target, Array<Buffer>(20).fill(image)));
  return uploads;
}
