import { Command } from 'commander';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import type { Database } from '../../workers/database/database.ts';

export interface Disablable {
  readonly name: 'app' | 'account';
  readonly field: 'app_id' | 'account_ident';
  /** Names the rejected requests in help texts. */
  readonly requests: string;
  readonly example: string;
  readonly setDisabled: (database: Database, ident: string, disabled: boolean) => Promise<void>;
}

export function disablingCommands(what: Disablable): readonly Command[] {
  const { name, requests } = what;
  return [
    settingCommand(
      'disable',
      `Reject ${requests} at every gateway within 10 seconds, until \`${name} enable\`.`,
      what,
    ),
    settingCommand('enable', `Accept ${requests} again, at every gateway within 10 seconds.`, what),
  ];
}

function settingCommand(
  verb: 'disable' | 'enable',
  description: string,
  { name, field, example, setDisabled }: Disablable,
): Command {
  return new Command(verb)
    .description(description)
    .argument(`<${field}>`)
    .option('--json', `print { "${field}", "disabled" } in one line`)
    .addHelpText('after', `\nExample:\n  counterfoil ${name} ${verb} ${example}`)
    .action((ident: string, { json }: { readonly json?: boolean }) =>
      withMigratedDatabase(async (database) => {
        const disabled = verb === 'disable';
        await setDisabled(database, ident, disabled);
        const undo = disabled ? ` \`counterfoil ${name} enable ${ident}\` undoes it.` : '';
        const named = name === 'app' ? `App ${ident}` : `Account ${ident}`;
        print({ [field]: ident, disabled }, json, `${named} was ${verb}d.${undo}`);
      }),
    );
}
