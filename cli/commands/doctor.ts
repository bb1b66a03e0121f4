import { Command } from 'commander';
import { examine } from '../../admin/doctor/doctor.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import { printFindings } from '../support/printFindings.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check settings, key, database, Redis, clocks and disk, and print how to fix each problem.')
    .addOption(jsonOption())
    .addHelpText('after', `\n${help}`)
    .action(async ({ json }: JsonOption) => printFindings({ checks: await examine() }, json));
}

const help = `Example:
  counterfoil doctor

Prints a line for each check: ok, warn, fatal, or skipped if its setting is missing. The exit code is 1 if a check is fatal.
Run it on each machine, with the settings of its roles. \`counterfoil verify\` checks the data.`;
