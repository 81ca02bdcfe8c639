import { type Config, ConfigError, configWarnings, readConfig } from './config.ts';
import { exitStatusOf, sentenceOf } from './faults.ts';
import { createLogger } from './logger.ts';
import { startProduct } from './startProduct.ts';

/** The deployment's supervisor allows 5 s, even when a part does not stop. */
const STOP_WITHIN_MS = 4_500;

const print = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printError(error.message);
    process.exit(error.exitStatus);
  }
}

function announce(config: Config, address: string | null): void {
  if (config.authMode === 'mock') {
    printError('Mock sign-in: anyone who can reach this address can sign in as any user. Use it only on this machine.');
  }
  if (address) print(`Flyerdeck is running at ${address}`);
  if (config.demo) print('This is the demo: open the address, click Add to Queue, then Start Posting, and watch.');
}

async function main(): Promise<void> {
  const config = settings();
  const logger = createLogger(config.demo && !process.env.LOG_LEVEL ? 'warn' : config.logLevel);
  for (const warning of configWarnings(config)) logger.warn(warning);
  const exit = (status: number) => logger.flush(() => process.exit(status));

  // Registered before the start: Ctrl-C during the start must also stop the embedded Postgres.
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
    const sentence = sentenceOf(error, config);
    if (sentence) printError(sentence);
    else logger.fatal({ err: error }, 'could not start');
    exit(exitStatusOf(error));
    return null;
  });
  if (!product) return;

  if (!stopRequested) announce(config, product.address);
  // Without a timer, Node ends a process that has no open connection, such as one with only the bot role and a webhook.
  setInterval(() => undefined, 2 ** 31 - 1);
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
