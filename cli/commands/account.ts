import { Argument, Command, Option } from 'commander';
import { accountOf, createAccount, defaultSettings, setAccountDisabled } from '../../admin/accounts.ts';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { table } from '../../observe/report/textTable.ts';
import { settingsApplySeconds } from '../../shared/contract/values/contractLimits.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { type Account, type AccountSettings, Accounts } from '../../workers/stores/accounts.ts';
import { type Disablable, disablingCommands, rejecting } from '../support/disablingCommands.ts';
import { exampleAccount } from '../support/exampleIdents.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import {
  currency,
  days,
  firstNumber,
  historyDays,
  limitOf,
  nameText,
  type RequestsPerSecond,
  requestsPerSecondOption,
  timeZone,
  withLimitNamed,
} from '../support/optionParsers.ts';
import { requireSetting } from '../support/requireSetting.ts';

interface Options extends JsonOption {
  readonly name?: string;
  readonly termOfCredit?: number;
  readonly numberStart?: number;
  readonly timeZone?: string;
  readonly currency?: string;
  readonly historyDays?: number;
  readonly requestsPerSecond?: RequestsPerSecond;
  readonly sandbox?: boolean;
}

/** The command that runs this program. In containers, it is a command of Compose. */
const commandName = process.env.COUNTERFOIL_COMMAND ?? 'counterfoil';

const shown = [
  'account_ident',
  'name',
  'term_of_credit',
  'number_start',
  'time_zone',
  'currency',
  'history_days',
  'requests_per_second',
  'is_sandbox',
  'date_created',
  'date_disabled',
] as const;

const disablable: Disablable = {
  name: 'account',
  field: 'account_ident',
  ...rejecting('account', 'the requests of all apps of an account'),
  example: exampleAccount,
  setDisabled: setAccountDisabled,
};

export function accountCommand(): Command {
  const command = new Command('account')
    .description('Create and manage accounts.')
    .addHelpText('after', '\nExample:\n  counterfoil account create "Muster GmbH"')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(setCommand());
  for (const disabling of disablingCommands(disablable)) command.addCommand(disabling);
  return command;
}

function createCommand(): Command {
  return withSettings(new Command('create').description('Create an account.'))
    .addArgument(new Argument('<name>').argParser(nameText))
    .option(
      '--sandbox',
      'for tests of clients: they may ask for failures, empty the account, and receive webhooks at loopback addresses; it stays a sandbox',
    )
    .addOption(jsonOption('account_ident'))
    .addHelpText(
      'after',
      '\nExample:\n  counterfoil account create "Muster GmbH" --term-of-credit 30 --number-start 5000',
    )
    .action((name: string, options: Options) =>
      withMigratedDatabase(async (database) => {
        const account_ident = await createAccount(database, {
          ...defaultSettings,
          ...settingsOf(options),
          name,
          is_sandbox: options.sandbox ? 1 : 0,
        });
        print(
          { account_ident },
          options.json,
          `Created account ${account_ident}. Create its first app: ${commandName} app create ${account_ident}`,
        );
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('List the accounts.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  counterfoil account list')
    .action(({ json }: Options) =>
      withMigratedDatabase(async (database) => {
        const accounts = (await new Accounts(database).list()).map(visible);
        print(accounts, json, table(accounts.map(withLimitNamed), shown));
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an account.')
    .argument('<account_ident>')
    .addOption(jsonOption())
    .addHelpText('after', `\nExample:\n  counterfoil account show ${exampleAccount}`)
    .action((ident: string, { json }: Options) =>
      withMigratedDatabase(async (database) => {
        const account = visible(await accountOf(database, ident));
        print(
          account,
          json,
          Object.entries(withLimitNamed(account))
            .map(([name, value]) => `${name.padEnd(21)}${value}`)
            .join('\n'),
        );
      }),
    );
}

function setCommand(): Command {
  return withSettings(new Command('set').description('Change settings of an account.'))
    .argument('<account_ident>')
    .addOption(new Option('--name <name>', 'the new name').argParser(nameText))
    .addOption(jsonOption('account_ident'))
    .addHelpText(
      'after',
      `\nExamples:\n  counterfoil account set ${exampleAccount} --term-of-credit 30\n  counterfoil account set ${exampleAccount} --requests-per-second 50`,
    )
    .action(async (ident: string, options: Options) => {
      const settings = settingsOf(options);
      requireSetting(settings);
      await withMigratedDatabase(async (database) => {
        const { id } = await accountOf(database, ident);
        await database.transaction((transaction) => new Accounts(transaction).set(id, settings));
        print(
          { account_ident: ident },
          options.json,
          `Account ${ident} was changed. Every gateway follows within ${settingsApplySeconds} seconds.`,
        );
      });
    });
}

function withSettings(command: Command): Command {
  return command
    .addOption(
      new Option('--term-of-credit <days>', 'default term of credit of new customers').argParser(days),
    )
    .addOption(new Option('--number-start <number>', 'the first generated number').argParser(firstNumber))
    .addOption(
      new Option('--time-zone <name>', 'time zone of dates in answers, such as Europe/Berlin').argParser(
        timeZone,
      ),
    )
    .addOption(
      new Option('--currency <code>', 'currency of its prices, a code of ISO 4217 such as EUR').argParser(
        currency,
      ),
    )
    .addOption(
      new Option('--history-days <days>', 'days to keep the history of its records; 0 keeps none').argParser(
        historyDays,
      ),
    )
    .addOption(requestsPerSecondOption('all its apps together'));
}

function settingsOf(options: Options): Partial<AccountSettings> {
  const { requestsPerSecond } = options;
  const settings = {
    name: options.name,
    term_of_credit: options.termOfCredit,
    number_start: options.numberStart,
    time_zone: options.timeZone,
    currency: options.currency,
    history_days: options.historyDays,
    requests_per_second: requestsPerSecond && limitOf(requestsPerSecond),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function visible(account: Account): Readonly<Record<string, string | number | null>> {
  return Object.fromEntries(shown.map((name) => [name, account[name]]));
}
