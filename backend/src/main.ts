import { type Config, ConfigError, configWarnings, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './database/embedded/embeddedPostgresError.ts';
import { createLogger } from './logger.ts';
import { startProduct } from './startProduct.ts';

/** Whatever hangs while stopping must not keep us alive past the 5 s that supervisors give. */
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

/** A failure that a person can mend, in one sentence; null for what needs a stack. */
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
  let stopNow: (() => void) | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopRequested = true;
      stopNow?.();
    });
  }

  const product = await startProduct(config, logger).catch((error) => {
    const sentence = plainSentence(error, config);
    if (sentence) complain(sentence);
    else logger.fatal({ err: error }, 'could not start');
    exit(1);
    return null;
  });
  if (!product) return;

  const stop = async (status: number) => {
    stopNow = null;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await product.stop();
    exit(status);
  };
  stopNow = () => void stop(0);
  if (stopRequested) return stopNow();
  void product.broken.then((what) => {
    if (stopNow === null) return;
    logger.fatal(what);
    void stop(1);
  });
  announce(config, product.address);
}

process.on('unhandledRejection', (error) => {
  throw error;
});
await main();
