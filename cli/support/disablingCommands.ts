import { Command } from 'commander';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { settingsApplySeconds } from '../../shared/contract/values/contractLimits.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import type { Database } from '../../workers/database/database.ts';
import { type JsonOption, jsonOption } from './jsonOption.ts';

export interface Disablable {
  readonly name: 'app' | 'account' | 'webhook';
  readonly field: 'app_id' | 'account_ident' | 'webhook_ident';
  /** Descriptions of the two commands. */
  readonly disables: string;
  readonly enables: string;
  readonly example: string;
  readonly setDisabled: (database: Database, ident: string, disabled: boolean) => Promise<void>;
}

export function disablingCommands(what: Disablable): readonly Command[] {
  return [settingCommand('disable', what.disables, what), settingCommand('enable', what.enables, what)];
}

/** Descriptions for what signs requests; `requests` names them. */
export function rejecting(name: string, requests: string): Pick<Disablable, 'disables' | 'enables'> {
  return {
    disables: `Reject ${requests} at every gateway within ${settingsApplySeconds} seconds, until \`${name} enable\`.`,
    enables: `Accept ${requests} again, at every gateway within ${settingsApplySeconds} seconds.`,
  };
}

function settingCommand(
  verb: 'disable' | 'enable',
  description: string,
  { name, field, example, setDisabled }: Disablable,
): Command {
  return new Command(verb)
    .description(description)
    .argument(`<${field}>`)
    .addOption(jsonOption(field, 'disabled'))
    .addHelpText('after', `\nExample:\n  counterfoil ${name} ${verb} ${example}`)
    .action((ident: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        const disabled = verb === 'disable';
        await setDisabled(database, ident, disabled);
        const undo = disabled ? ` \`counterfoil ${name} enable ${ident}\` undoes it.` : '';
        const named = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${ident}`;
        print({ [field]: ident, disabled }, json, `${named} was ${verb}d.${undo}`);
      }),
    );
}
