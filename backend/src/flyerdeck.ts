import { runCommand } from './commandDatabase.ts';
import { flyerdeck } from './commands/flyerdeck.ts';

/** The program `flyerdeck`, in the image and with `npm run flyerdeck --`. */
await runCommand(() => flyerdeck(process.argv.slice(2)));
