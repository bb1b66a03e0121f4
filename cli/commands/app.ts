import { Command, Option } from 'commander';
import {
  accountOf,
  createApp,
  dropFormerSecret,
  type NewCredentials,
  revokeApp,
  rotateApp,
  setApp,
  setAppDisabled,
} from '../../admin/accounts.ts';
import { withMigratedDatabase } from '../../admin/withDatabase.ts';
import { table } from '../../observe/report/textTable.ts';
import { type SignaturePolicy, signaturePolicies } from '../../shared/contract/keys/signatureV2.ts';
import { settingsApplySeconds } from '../../shared/contract/values/contractLimits.ts';
import { print } from '../../shared/runtime/process/commandOutput.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { requireSettings } from '../../shared/runtime/settings/settings.ts';
import { type AppRow, type AppSettings, Apps } from '../../workers/stores/apps.ts';
import { type Disablable, disablingCommands, rejecting } from '../support/disablingCommands.ts';
import { exampleAccount, exampleApp } from '../support/exampleIdents.ts';
import { type JsonOption, jsonOption } from '../support/jsonOption.ts';
import {
  limitOf,
  type RequestsPerSecond,
  requestsPerSecondOption,
  withLimitNamed,
} from '../support/optionParsers.ts';
import { requireSetting } from '../support/requireSetting.ts';

const shown = [
  'app_id',
  'secrets',
  'requests_per_second',
  'signature',
  'date_created',
  'date_disabled',
  'date_revoked',
] as const;

interface Settings {
  readonly requestsPerSecond?: RequestsPerSecond;
  readonly signature?: SignaturePolicy;
}

export function appCommand(): Command {
  const command = new Command('app')
    .description('Create and manage apps, which sign the requests of an account.')
    .addHelpText('after', `\nExample:\n  counterfoil app create ${exampleAccount}`)
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(rotateCommand())
    .addCommand(dropFormerCommand())
    .addCommand(revokeCommand());
  for (const disabling of disablingCommands(disablable)) command.addCommand(disabling);
  return command;
}

const disablable: Disablable = {
  name: 'app',
  field: 'app_id',
  ...rejecting('app', 'the requests of an app'),
  example: exampleApp,
  setDisabled: setAppDisabled,
};

function createCommand(): Command {
  return new Command('create')
    .description('Create an app. Its secret is shown once.')
    .argument('<account_ident>')
    .addOption(jsonOption('app_id', 'api_secret', 'key_id'))
    .addHelpText('after', `\nExample:\n  counterfoil app create ${exampleAccount}`)
    .action((ident: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => show(await createApp(database, ident, ...secretKeys()), json)),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('List the apps of an account.')
    .argument('<account_ident>')
    .addOption(jsonOption())
    .addHelpText('after', `\nExample:\n  counterfoil app list ${exampleAccount}`)
    .action((ident: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        const { id } = await accountOf(database, ident);
        const apps = (await new Apps(database).ofAccount(id)).map(visible);
        print(apps, json, table(apps.map(withLimitNamed), shown));
      }),
    );
}

function visible(app: AppRow): Readonly<Record<(typeof shown)[number], string | number | null>> {
  const { app_id, requests_per_second, signature, date_created, date_disabled, date_revoked } = app;
  const secrets = app.former_secret ? 2 : 1;
  return { app_id, requests_per_second, signature, date_created, date_disabled, date_revoked, secrets };
}

function setCommand(): Command {
  return new Command('set')
    .description('Change settings of an app.')
    .argument('<app_id>')
    .addOption(requestsPerSecondOption('the app'))
    .addOption(
      new Option(
        '--signature <policy>',
        `v1: only X-Svc-Hmac is checked; v2-optional: X-Svc-Signature is checked when it is sent; v2-required: requests without X-Svc-Signature are rejected. Takes effect at every gateway within ${settingsApplySeconds} seconds`,
      ).choices(signaturePolicies),
    )
    .addHelpText(
      'after',
      `\nExample:\n  counterfoil app set ${exampleApp} --requests-per-second 50 --signature v2-required`,
    )
    .addOption(jsonOption('app_id'))
    .action(async (appId: string, settings: Settings & JsonOption) => {
      const changed = settingsOf(settings);
      requireSetting(changed);
      await withMigratedDatabase((database) => setApp(database, appId, changed));
      print(
        { app_id: appId },
        settings.json,
        `App ${appId} was changed: ${valuesOf(changed)}. Every gateway follows within ${settingsApplySeconds} seconds.`,
      );
    });
}

function settingsOf({ requestsPerSecond, signature }: Settings): AppSettings {
  return {
    ...(requestsPerSecond === undefined ? {} : { requests_per_second: limitOf(requestsPerSecond) }),
    ...(signature === undefined ? {} : { signature }),
  };
}

function valuesOf(settings: AppSettings): string {
  const texts = Object.entries(settings).map(([name, value]) => `${name} is ${value ?? 'unlimited'}`);
  return texts.join(', ');
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description(
      `Create a new secret for an app. Every gateway accepts it within ${settingsApplySeconds} seconds. The previous one stays valid until \`app drop-former\`.`,
    )
    .argument('<app_id>')
    .option(
      '--replace-new',
      'replace the new secret of the last rotation, which was lost; the previous one stays valid',
    )
    .addOption(jsonOption('app_id', 'api_secret', 'key_id'))
    .addHelpText('after', `\nExample:\n  counterfoil app rotate ${exampleApp}`)
    .action((appId: string, { json, replaceNew = false }: JsonOption & { replaceNew?: boolean }) =>
      withMigratedDatabase(async (database) =>
        show(await rotateApp(database, appId, replaceNew, ...secretKeys()), json),
      ),
    );
}

function dropFormerCommand(): Command {
  return new Command('drop-former')
    .description(
      `End the previous secret of an app, when its client has the new one: every gateway rejects it within ${settingsApplySeconds} seconds.`,
    )
    .argument('<app_id>')
    .addOption(jsonOption('app_id', 'dropped'))
    .addHelpText('after', `\nExample:\n  counterfoil app drop-former ${exampleApp}`)
    .action((appId: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        const dropped = await dropFormerSecret(database, appId);
        const text = dropped
          ? `The former secret of ${appId} is not valid any more.`
          : `${appId} has no former secret.`;
        print({ app_id: appId, dropped }, json, text);
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description(`Revoke an app: every gateway rejects its requests within ${settingsApplySeconds} seconds.`)
    .argument('<app_id>')
    .addOption(jsonOption('app_id'))
    .addHelpText('after', `\nExample:\n  counterfoil app revoke ${exampleApp}`)
    .action((appId: string, { json }: JsonOption) =>
      withMigratedDatabase(async (database) => {
        await revokeApp(database, appId);
        print({ app_id: appId }, json, `App ${appId} was revoked.`);
      }),
    );
}

function secretKeys(): [Buffer, Buffer | undefined] {
  const { secretKey, formerSecretKey } = requireSettings(settings(), 'secretKey');
  return [secretKey, formerSecretKey];
}

function show(credentials: NewCredentials, json: boolean | undefined): void {
  const { app_id, api_secret, key_id } = credentials;
  print(
    credentials,
    json,
    `app id      ${app_id}\napi secret  ${api_secret}\nkey id      ${key_id}\nThe secret is not shown again.`,
  );
}
