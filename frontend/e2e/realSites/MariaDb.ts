import path from 'node:path';
import { run, Server } from './process.ts';

/** Debian's MariaDB with a database of its own in a folder. It is reached by a socket only. */
export class MariaDb {
  private constructor(
    readonly socket: string,
    private readonly name: string,
    private readonly server: Server,
  ) {}

  static async start(folder: string, name: string): Promise<MariaDb> {
    const [data, socket] = [path.join(folder, 'data'), path.join(folder, 'mariadb.sock')];
    await run('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--user=root',
      '--skip-test-db',
    ]);
    const server = new Server('mariadbd', [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--user=root',
      `--pid-file=${data}/pid`,
      '--innodb-flush-log-at-trx-commit=0',
    ]);
    const create = `CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4`;
    await server.start(() => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', create]));
    return new MariaDb(socket, name, server);
  }

  /** The rows of an answer. Texts are asked for as `HEX(...)`, because the client would change characters. */
  async query(sql: string): Promise<string[][]> {
    const options = ['--no-defaults', `--socket=${this.socket}`, '--batch', '--raw', '--skip-column-names'];
    const { stdout } = await run('mariadb', [...options, this.name, '-e', sql]);
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

export const textOfHex = (hex: string): string => Buffer.from(hex, 'hex').toString('utf8');
