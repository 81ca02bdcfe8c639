import { type Config, ConfigError, configWarnings, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './database/embedded/embeddedPostgresError.ts';
import { createLogger } from './logger.ts';
import { startProduct } from './startProduct.ts';

/** The process ends before the 5 s are over that supervisors give, even when a part hangs. */
const STOP_WITHIN_MS = 4_500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) complain(problem);
    process.exit(1);
  }
}

/** A failure that the operator can correct, in one sentence; null for what needs a stack. */
function plainSentence(error: unknown, config: Config): string | null {
  if (error instanceof EmbeddedPostgresError) return error.message;
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'EADDRINUSE') return `Port ${config.port} on ${config.host} is already in use. Set PORT to another one.`;
  if (code === 'ECONNREFUSED' && config.databaseUrl) return 'Postgres at DATABASE_URL does not answer.';
  return null;
}

function announce(config: Config, address: string | null): void {
  if (config.authMode === 'mock') {
    complain('Mock sign-in: anybody who can reach this address is let in. Never use it beyond this machine.');
  }
  if (address) say(`Flyerdeck is running at ${address}`);
  if (config.demo) say('This is the demo: open the address, click Add to Queue, then Start Posting, and watch.');
}

async function main(): Promise<void> {
  const config = settings();
  const logger = createLogger(config.demo && !process.env.LOG_LEVEL ? 'warn' : config.logLevel);
  for (const warning of configWarnings(config)) logger.warn(warning);
  const exit = (status: number) => logger.flush(() => process.exit(status));

  // Before anything has started: a Ctrl-C in the middle of the start must not leave a Postgres behind.
  let stopRequested = false;
  const signalled = new Promise<null>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        stopRequested = true;
        resolve(null);
      });
    }
  });

  const product = await startProduct(config, logger).catch((error) => {
    const sentence = plainSentence(error, config);
    if (sentence) complain(sentence);
    else logger.fatal({ err: error }, 'could not start');
    exit(1);
    return null;
  });
  if (!product) return;

  if (!stopRequested) announce(config, product.address);
  const failure = await Promise.race([signalled, product.broken]);
  if (failure !== null) logger.fatal(failure);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await product.stop();
  exit(failure === null ? 0 : 1);
}

process.on('unhandledRejection', (error) => {
  throw error;
});
await main();
