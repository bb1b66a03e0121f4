import { rmSync } from 'node:fs';
import { Command } from 'commander';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { isNamed, onlyOption } from '../runOptions.ts';
import { allMutants } from './allMutants.ts';
import { copyCheckout } from './checkout.ts';
import { tableOf } from './mutantTable.ts';
import { survivorsOf } from './prove.ts';

const options = new Command('npm run test:all -- mutants --')
  .description(
    'Puts one fault after the other into a copy of the code, and runs the tests that must fail then. Prints a table.',
  )
  .option('--only <text...>', ...onlyOption('mutants'))
  .option('--survivors', 'the table has only the mutants that no test has killed')
  .addHelpText('after', '\nExample:\n  npm run test:all -- mutants -- --only inbox')
  .parse()
  .opts<{ readonly only: readonly string[]; readonly survivors?: true }>();

const { only } = options;

const interrupted = new AbortController();
let exitCode = 1;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    exitCode = code;
    interrupted.abort();
  });

const mutants = allMutants.filter(isNamed(only));
if (mutants.length === 0) {
  printLine(`no mutant has a name with ${only.join(' or ')}: lab/mutants/lists has the names`);
  process.exit(1);
}
const folder = copyCheckout();
try {
  const proof = { mutants, folder, signal: interrupted.signal, printLine };
  const survivors = await survivorsOf(proof);
  process.stdout.write(`${tableOf(options.survivors ? [...survivors] : mutants, survivors)}\n`);
  printLine(`${mutants.length - survivors.size} killed, ${survivors.size} survived`);
  exitCode = survivors.size > 0 ? 1 : 0;
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = exitCode;
