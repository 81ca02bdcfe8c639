import { runCommand } from './commandDatabase.ts';
import { flyerdeck } from './commands/flyerdeck.ts';

await runCommand(() => flyerdeck(process.argv.slice(2)));
