import { randomInt } from 'node:crypto';
import type { ClaimedPosting, LinkRequestResponse, PollResponse, ReportResponse } from '@flyerdeck/contracts';
import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';

/** The extension of one page at the API level: it requests a link, polls, claims and reports over HTTP. */
export class Device {
  private constructor(
    private readonly baseUrl: string,
    readonly pageName: string,
    readonly linkingToken: string,
    readonly deviceSecret: string,
  ) {}

  static async requestLink(
    baseUrl: string,
    pageName: string,
    avatarUrl: string | null = null,
    creatorId = String(randomInt(1e8, 1e9)),
  ): Promise<Device> {
    const username = pageName.toLowerCase().replaceAll(' ', '_');
    const response = await post<LinkRequestResponse>(`${baseUrl}/api/extension/link-requests`, {
      page: { creator_id: creatorId, name: pageName, username, avatar_url: avatarUrl },
      extension_version: EXTENSION_VERSION,
    });
    return new Device(baseUrl, pageName, response.linking_token, response.device_secret);
  }

  poll(): Promise<PollResponse> {
    return this.send('/poll', {
      counts: { home: 3, notifications: 120, messages: 7 },
      time_zone: 'Europe/Riga',
      health: 'ok',
    });
  }

  /** Polls until it gets a posting. */
  async claim(): Promise<ClaimedPosting> {
    for (;;) {
      const { posting } = await this.poll();
      if (posting) return posting;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async post(): Promise<ClaimedPosting> {
    const posting = await this.claim();
    const claim = { claim_token: posting.claim_token };
    await this.send<ReportResponse>(`/postings/${posting.id}/submitting`, claim);
    await this.send<ReportResponse>(`/postings/${posting.id}/posted`, { ...claim, external_post_id: 'post-1' });
    return posting;
  }

  async fail(message: string): Promise<void> {
    const { id, claim_token } = await this.claim();
    await this.send<ReportResponse>(`/postings/${id}/failed`, { claim_token, message });
  }

  private send<T>(path: string, body: unknown): Promise<T> {
    return post(`${this.baseUrl}/api/extension${path}`, body, { Authorization: `Bearer ${this.deviceSecret}` });
  }
}

async function post<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
