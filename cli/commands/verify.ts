import { Command } from 'commander';
import { verify } from '../../admin/verify/verify.ts';
import { withDatabase } from '../../admin/withDatabase.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { givenKeys } from '../../shared/secrets/keyRing.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import { printFindings } from '../support/printFindings.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Read every row of the database, and report whether its data are intact.')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action(run);
}

const help = `Examples:
  counterfoil verify
  counterfoil verify > source.txt
  counterfoil verify | diff source.txt -

The line of a table has a digest of its rows: two databases with the same lines have the same rows. Checks tables,
every row, references, number sequences, and whether the key decrypts all secrets of apps. It changes nothing, reads one
snapshot of the database, and may run while workers run. The exit code is 1 if a check is fatal.`;

async function run({ json }: JsonOption): Promise<void> {
  printFindings(await withDatabase((database) => verify(database, givenKeys(settings()))), json);
}
