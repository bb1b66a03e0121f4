import { Command, Option } from 'commander';
import { accountOf } from '../../admin/accounts.ts';
import { deliveriesOf, redeliver, setWebhookDisabled } from '../../admin/webhooks.ts';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { table } from '../../observe/report/textTable.ts';
import { deliveriesKeptDays, maxListedDeliveries } from '../../shared/contract/values/contractLimits.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { deliveryAnswer, webhookAnswer } from '../../workers/operationHelpers/webhookAnswers.ts';
import { Stores } from '../../workers/stores/stores.ts';
import type { DeliveryFilter } from '../../workers/stores/webhooks.ts';
import { type Disablable, disablingCommands } from '../support/disablingCommands.ts';
import { exampleAccount, exampleWebhook } from '../support/exampleIdents.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import { utcTime, wholeNumber } from '../support/optionParsers.ts';

interface DeliveriesOptions extends JsonOption, DeliveryFilter {}

/** All rows are read before the first one is printed. */
const maxLimit = 1_000;

const exampleDelivery = 'msg_0f1e2d3c4b5a69780f1e2d3c4b5a6978';

const shownWebhook = ['webhook_ident', 'enabled', 'disabled_reason', 'failures', 'waiting', 'url'] as const;

const shownDelivery = [
  'date_attempted',
  'delivery_id',
  'delivery_kind',
  'attempts',
  'delivered',
  'status',
  'duration_ms',
  'error',
  'answer',
] as const;

const disablable: Disablable = {
  name: 'webhook',
  field: 'webhook_ident',
  disables: 'Send nothing to a webhook until `webhook enable`.',
  enables: 'Send to a webhook again, at once, from the first change that was not delivered.',
  example: exampleWebhook,
  setDisabled: setWebhookDisabled,
};

export function webhookCommand(): Command {
  const command = new Command('webhook')
    .description('List webhooks and their deliveries, send one again, disable and enable webhooks.')
    .addHelpText('after', `\nExample:\n  counterfoil webhook list ${exampleAccount}`)
    .addCommand(listCommand())
    .addCommand(deliveriesCommand())
    .addCommand(redeliverCommand());
  for (const disabling of disablingCommands(disablable)) command.addCommand(disabling);
  return command;
}

function listCommand(): Command {
  return new Command('list')
    .description('List the webhooks of an account.')
    .argument('<account_ident>')
    .addOption(jsonOption())
    .addHelpText('after', `\nExample:\n  counterfoil webhook list ${exampleAccount}`)
    .action((ident: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        const { id } = await accountOf(database, ident);
        const rows = (await new Stores(database).webhooks.list([id])).get(id) ?? [];
        const webhooks = rows.map(webhookAnswer);
        print(webhooks, json, table(webhooks, shownWebhook));
      }),
    );
}

function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description(
      `List the latest deliveries of a webhook, the latest first. They are kept for ${deliveriesKeptDays} days.`,
    )
    .argument('<webhook_ident>')
    .option('--failed', 'only those whose last attempt failed')
    .addOption(
      new Option(
        '--until <time>',
        'only those tried last until then, such as "2026-11-01 00:00:00", in UTC',
      ).argParser(utcTime),
    )
    .addOption(
      new Option('--limit <number>', `deliveries at most, 1 to ${maxLimit}`)
        .argParser((text) => wholeNumber(text, 1, maxLimit))
        .default(maxListedDeliveries),
    )
    .addOption(jsonOption())
    .addHelpText('after', `\n${deliveriesHelp}`)
    .action((ident: string, { json, ...filter }: DeliveriesOptions) =>
      withMigratedDatabase(async (database) => {
        const deliveries = (await deliveriesOf(database, ident, filter)).map(deliveryAnswer);
        print(deliveries, json, table(deliveries, shownDelivery));
      }),
    );
}

const deliveriesHelp = `Examples:
  counterfoil webhook deliveries ${exampleWebhook}
  counterfoil webhook deliveries ${exampleWebhook} --failed
  counterfoil webhook deliveries ${exampleWebhook} --limit ${maxLimit} --until "2026-11-01 00:00:00"

To list more, repeat the command with the last date_attempted as --until.`;

function redeliverCommand(): Command {
  return new Command('redeliver')
    .description('Send a delivery once more, with the same id, also to a disabled webhook.')
    .argument('<webhook_ident>')
    .argument('<delivery_id>')
    .addOption(jsonOption('webhook_ident', 'delivery_id'))
    .addHelpText('after', `\nExample:\n  counterfoil webhook redeliver ${exampleWebhook} ${exampleDelivery}`)
    .action((webhook_ident: string, delivery_id: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        await redeliver(database, webhook_ident, delivery_id);
        const next = `\`counterfoil webhook deliveries ${webhook_ident}\` shows the answer.`;
        print({ webhook_ident, delivery_id }, json, `Delivery ${delivery_id} will be sent again. ${next}`);
      }),
    );
}
