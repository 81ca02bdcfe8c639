import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

async function waitUntilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`a process ended with ${child.exitCode} while it started`);
    const ready = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
}

/** Processes of the product on this machine. */
export class ServerProcesses {
  private readonly children: ChildProcess[] = [];

  /** Starts a process. Returns its address when it is ready. */
  async start([command = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    this.children.push(child);
    const baseUrl = `http://127.0.0.1:${env.HEALTH_PORT}`;
    await waitUntilReady(baseUrl, child);
    return baseUrl;
  }

  kill(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }

  /** Sends SIGTERM to all processes. Returns their exit statuses. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(
      this.children.map(async (child) => {
        if (child.exitCode !== null) return child.exitCode;
        child.kill('SIGTERM');
        const [status] = (await once(child, 'exit')) as [number | null];
        return status;
      }),
    );
  }
}
