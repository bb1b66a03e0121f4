import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import { explain, OperatorError } from '../shared/runtime/process/explain.ts';
import { requireUp, type UpVariable } from './support/requireUp.ts';

/** A command is loaded only when it runs: a gateway does not load the database client, nor a worker the web server. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  gateway: async () => (await import('./commands/gateway.ts')).gatewayCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  top: async () => (await import('./commands/top.ts')).topCommand(),
  queues: async () => (await import('./commands/queues.ts')).queuesCommand(),
  pause: async () => (await import('./commands/pause.ts')).pauseCommand(),
  resume: async () => (await import('./commands/pause.ts')).resumeCommand(),
  request: async () => (await import('./commands/request.ts')).requestCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  account: async () => (await import('./commands/account.ts')).accountCommand(),
  app: async () => (await import('./commands/app.ts')).appCommand(),
  webhook: async () => (await import('./commands/webhook.ts')).webhookCommand(),
  key: async () => (await import('./commands/key.ts')).keyCommand(),
  call: async () => (await import('./commands/call.ts')).callCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  list: async () => (await import('./commands/list.ts')).listCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
};

/** Servers to which a command connects. If they are those of an `npm start` that has ended, it is not run. */
const serversOf: Readonly<Record<string, readonly UpVariable[]>> = {
  status: ['REDIS_URL'],
  top: ['REDIS_URL'],
  queues: ['REDIS_URL'],
  pause: ['REDIS_URL'],
  resume: ['REDIS_URL'],
  key: ['DATABASE_URL', 'REDIS_URL'],
  backup: ['DATABASE_URL'],
  verify: ['DATABASE_URL'],
  migrate: ['DATABASE_URL'],
  account: ['DATABASE_URL'],
  app: ['DATABASE_URL'],
  webhook: ['DATABASE_URL'],
};

/** Names that users try, and that no command has. Those that are only misspelled are recognized by the parser. */
const synonyms: Readonly<Record<string, string>> = {
  check: 'doctor',
  health: 'doctor',
  start: 'up',
  export: 'list',
  ps: 'status',
  watch: 'top',
  monitor: 'top',
};

process.stdout.on('error', onLostOutput);
try {
  await (await program()).parseAsync();
} catch (error) {
  printLine(`counterfoil: ${explain(error)}`);
  // Work that was started before the error must not keep the process alive.
  process.exit(1);
}

/** Ends a command whose result can't be written. Commands with a listener of their own may continue without output. */
function onLostOutput({ code }: NodeJS.ErrnoException): void {
  if (process.stdout.listenerCount('error') > 1) return;
  // A reader that has enough, such as `head`, needs no message.
  if (code !== 'EPIPE')
    printLine(`counterfoil: the command was run, but standard output can't be written (${code})`);
  process.exit(1);
}

/** Loads the named command only. Without a name, loads all of them for the help. */
async function program(): Promise<Command> {
  const name = process.argv[2] ?? '';
  if (Object.hasOwn(synonyms, name))
    throw new OperatorError(`unknown command '${name}'. Did you mean ${synonyms[name]}? (see --help)`);
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wanted = named ? [named] : Object.values(commands);
  const loaded = await Promise.all(wanted.map((load) => load()));
  const whole = new Command('counterfoil')
    .description('Customers, delivery addresses and articles behind one signed JSON endpoint.')
    .version(packageFile.version, '--version', 'print the version')
    .addHelpText('after', '\nExample:\n  counterfoil up')
    .showHelpAfterError('(see --help)')
    // Options after the name of a command are its own, also where a command has commands.
    .enablePositionalOptions()
    .hook('preAction', () => requireUp(...(serversOf[name] ?? [])));
  for (const command of loaded) whole.addCommand(command);
  return whole;
}
