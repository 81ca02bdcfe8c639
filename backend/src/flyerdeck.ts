import { runCommand } from './operation/commandDatabase.ts';
import { flyerdeck } from './operation/commands/flyerdeck.ts';

await runCommand(() => flyerdeck(process.argv.slice(2)));
