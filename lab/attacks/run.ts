import { cpus } from 'node:os';
import { Command, Option } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { type DatabaseEngine, databaseEngines } from '../../shared/runtime/settings/settings.ts';
import { stopHost } from '../../test/support/commandHost.ts';
import { endsWhenDone } from '../../test/support/endsWhenDone.ts';
import type { FaultCluster } from '../faults/faultCluster.ts';
import { fail, isNamed, onlyOption, seedOption } from '../runOptions.ts';
import { allAttacks } from './allAttacks.ts';
import { type Attack, type Ground, Skipped, type Start } from './attack.ts';
import { attacksPage, publish, type Result } from './attacksPage.ts';

interface Options {
  readonly only: readonly string[];
  readonly seed: number;
  readonly users: string;
  readonly database: readonly DatabaseEngine[];
  readonly publish?: true;
}

const options = new Command('npm run test:all -- attacks --')
  .description('Attacks the service on real servers, and checks what must hold meanwhile.')
  .option('--only <text...>', ...onlyOption('attacks'))
  .option('--seed <number>', ...seedOption)
  .option('--users <number>', 'simulated users who send calls at the same time', '16')
  .addOption(
    new Option('--database <engine...>', 'the databases to attack')
      .choices(databaseEngines)
      .default(databaseEngines),
  )
  .option('--publish', `write the results into ${attacksPage}`)
  .addHelpText('after', '\nExample:\n  npm run test:all -- attacks -- --only Redis --database mysql')
  .parse()
  .opts<Options>();

endsWhenDone();
const attacks = allAttacks.filter(isNamed(options.only));
const { seed } = options;
printLine(`Seed ${seed}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
if (attacks.length === 0) fail(`no attack has such a name: ${allAttacks.map(({ name }) => name).join('; ')}`);
for (const databaseEngine of options.database) await attackOn(databaseEngine);
stopHost();

async function attackOn(databaseEngine: DatabaseEngine): Promise<void> {
  printLine(databaseEngine);
  let shared: { readonly start: unknown; readonly cluster: FaultCluster } | undefined;
  const on = async <C extends FaultCluster>(start: Start<C>): Promise<C> => {
    if (shared?.start !== start) {
      await shared?.cluster.stop();
      shared = undefined;
      shared = { start, cluster: await start(databaseEngine) };
    }
    return shared.cluster as C;
  };
  const ground: Ground = { databaseEngine, seed, users: Number(options.users), on };
  try {
    for (const attack of attacks) {
      const result = await resultOf(attack, ground);
      const line = `${result.kind.padEnd(7)} ${attack.name}: ${result.seen}`;
      if (result.kind === 'broken') fail(line);
      else printLine(line);
      // After each one, so that a run that is ended has published what it saw.
      if (options.publish) publish(allAttacks, databaseEngine, new Map([[attack.name, result]]));
    }
  } finally {
    await shared?.cluster.stop();
  }
}

async function resultOf(attack: Attack, ground: Ground): Promise<Result> {
  try {
    return { kind: 'held', seen: await attack.run(ground) };
  } catch (error) {
    return { kind: error instanceof Skipped ? 'skipped' : 'broken', seen: (error as Error).message };
  }
}
