import { Command } from 'commander';
import { compareTables, readTables } from '../../admin/verify/compare.ts';
import { verify } from '../../admin/verify/verify.ts';
import { withDatabase } from '../../admin/withDatabase.ts';
import { givenKeys } from '../../shared/contract/keys/keyRing.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { printFindings } from '../support/printFindings.ts';

interface Options {
  readonly compare?: string;
  readonly json?: boolean;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Read every row of the database, and report whether its data are intact.')
    .option('--compare <file>', 'the output of an earlier `verify --json`: every row must be the same')
    .option('--json', 'one line of JSON, with a digest for each table and account')
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil verify
  counterfoil verify --json > source.json
  counterfoil verify --compare source.json

Checks tables, every row, references, number sequences, and whether the key decrypts all secrets of apps. It changes nothing, reads
one snapshot of the database, and may run while workers run. The exit code is 1 if a check is fatal.`;

async function run({ compare, json }: Options): Promise<void> {
  const then = compare === undefined ? undefined : await readTables(compare);
  const { checks, tables } = await withDatabase((database) => verify(database, givenKeys(settings())));
  const compared = then ? compareTables(tables, then) : [];
  printFindings({ checks: [...checks, ...compared], tables }, json);
}
