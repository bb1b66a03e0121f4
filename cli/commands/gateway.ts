import { Command } from 'commander';
import { keysIn } from '../../admin/keys/keysMessage.ts';
import { startGateway } from '../../gateway/gateway.ts';
import { settings } from '../../shared/settings/environment.ts';
import { need } from '../../shared/settings/settings.ts';
import { runRole } from '../support/role.ts';

export function gatewayCommand(): Command {
  return new Command('gateway')
    .description('Run one gateway: it accepts HTTP requests and queues them for workers.')
    .addHelpText('after', '\nExample:\n  PORT=8081 counterfoil gateway')
    .action(async () => {
      // The files of a running `up` contain the database's URL, which a gateway must not know.
      const ready = { ...need(settings(), 'redisUrl', 'secretKey'), databaseUrl: undefined };
      await runRole('gateway', ready, async (emit, tracer) => {
        const gateway = await startGateway(ready, emit, tracer);
        process.on('message', (message) => {
          const keys = keysIn(message);
          if (keys) gateway.useKeys(keys);
        });
        return gateway;
      });
    });
}
