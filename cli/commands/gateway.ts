import { Command, Option } from 'commander';
import { startGateway } from '../../gateway/gateway.ts';
import { onParentMessage } from '../../shared/runtime/process/parentMessages.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';
import { keyRingOf } from '../../shared/secrets/keyRing.ts';
import { fromParentOption } from '../../up/roles/roles.ts';
import { runRole } from '../support/role.ts';

export function gatewayCommand(): Command {
  return new Command('gateway')
    .description('Run one gateway: it accepts HTTP requests and queues them for workers.')
    .addHelpText('after', '\nExample:\n  PORT=8081 counterfoil gateway')
    .addOption(new Option(fromParentOption, 'serve the connections that `up` accepts').hideHelp())
    .action(async ({ connectionsFromParent }: { readonly connectionsFromParent?: true }) => {
      // The files of a running `up` contain the database's URL, which a gateway must not know.
      const given = { ...requireSettings(settings(), 'redisUrl', 'secretKey'), databaseUrl: undefined };
      const ready = connectionsFromParent ? { ...given, ...ownAddress } : given;
      await runRole('gateway', ready, async (emit, tracer) => {
        const gateway = await startGateway(ready, emit, tracer);
        onParentMessage('connection', (_, socket) => socket && gateway.accept(socket));
        onParentMessage('keys', ({ keys }) => gateway.useKeys(keyRingOf(keys)));
        return gateway;
      });
    });
}

/** The gateway also listens for itself, at a port that the system chooses, beside the connections that `up` hands over. */
const ownAddress = { host: '127.0.0.1', port: 0 };
