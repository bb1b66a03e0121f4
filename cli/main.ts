import { Command } from 'commander';
import { accountCommand } from './commands/account.ts';
import { appCommand } from './commands/app.ts';
import { callCommand } from './commands/call.ts';
import { gatewayCommand } from './commands/gateway.ts';
import { migrateCommand } from './commands/migrate.ts';
import { upCommand } from './commands/up.ts';
import { workerCommand } from './commands/worker.ts';
import { explain } from './explain.ts';

const program = new Command('counterfoil')
  .description('Customers, delivery addresses and articles behind one signed JSON endpoint.')
  .addHelpText('after', '\nExample:\n  counterfoil up')
  .showHelpAfterError('(--help tells how to use it)')
  .addCommand(upCommand())
  .addCommand(gatewayCommand())
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(accountCommand())
  .addCommand(appCommand())
  .addCommand(callCommand());

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`counterfoil: ${explain(error)}\n`);
  // Whatever was half started must not keep the process alive.
  process.exit(1);
}
