import { ownSchema } from '../../database/schema.ts';
import { UsageError } from '../../operatorError.ts';
import { VERSION } from '../../version.ts';
import { ACCOUNT_COMMANDS } from './accountCommands.ts';
import { BACKUP_COMMANDS } from './backupCommands.ts';
import { BOOKS_COMMANDS } from './booksCommand.ts';
import { type Command, print } from './command.ts';
import { DOCTOR_COMMANDS } from './doctorCommand.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  ...DOCTOR_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...BACKUP_COMMANDS,
  ...BOOKS_COMMANDS,
  version: {
    usage: '',
    description: 'prints the versions of Flyerdeck, of its database schema and of Node',
    takes: [0, 0],
    run: async () => print(`Flyerdeck ${VERSION}, ${await ownSchema()}, Node ${process.version}`),
  },
};

const USAGE = `${Object.entries(COMMANDS)
  .map(([name, { usage, description }]) => `flyerdeck ${`${name} ${usage}`.padEnd(44)} ${description}`)
  .join('\n')}
All but version use the settings of the server: the database at DATABASE_URL, or the embedded one under DATA_DIR.`;

/** Throws OperatorError. */
export async function flyerdeck([name = '', ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(USAGE);
  const [least, most] = command.takes;
  if (args.length < least || args.length > most)
    throw new UsageError(`Usage: flyerdeck ${name} ${command.usage}`.trim());
  await command.run(args);
}
