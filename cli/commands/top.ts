import { Command } from 'commander';
import { SqlMeter } from '../../admin/meter/sqlMeter.ts';
import { keysHelp } from '../../observe/top/keys.ts';
import { requireTerminal, runTop } from '../../observe/top/runTop.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToSend } from '../../shared/runtime/redis/redis.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';

export function topCommand(): Command {
  return new Command('top')
    .description('Watch calls, queues, processes, accounts and the bottleneck on a live screen, until q.')
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Example:
  counterfoil top

Keys:
${keysHelp.map((line) => `  ${line}`).join('\n')}

It shows what \`counterfoil status\` shows, every two seconds. It needs REDIS_URL; with DATABASE_URL, it also
asks the database: who holds a lock, and what runs. It writes nothing.`;

async function run(): Promise<void> {
  requireTerminal();
  const { redisUrl, databaseUrl } = requireSettings(settings(), 'redisUrl');
  const redis = connectToSend(redisUrl, ignoreEvents);
  const database = databaseUrl ? new SqlMeter(databaseUrl) : undefined;
  try {
    await runTop(redis, database);
  } finally {
    redis.disconnect();
    await database?.close();
  }
}
