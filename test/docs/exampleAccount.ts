import { setWebhookDisabled } from '../../admin/webhooks.ts';
import {
  exampleAccount,
  exampleCursor,
  exampleDay,
  exampleDeliveryId,
  exampleIdents,
  exampleSecret,
  exampleTime,
  exampleVersion,
  expiredCursor,
  importedRecords,
} from '../../docs/generate/texts/exampleRecords.ts';
import { heldWebhook, listedDelivery } from '../../docs/generate/texts/webhookTexts.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { maxWebhooks } from '../../shared/contract/values/contractLimits.ts';
import { type Answer, newAccount, type TestAccount } from '../support/account.ts';
import { cursorOf } from '../support/cursors.ts';
import { database } from '../support/servers.ts';

type Record = keyof typeof exampleIdents;

/** An account with the records that the examples of docs/api.md speak of, under idents of its own. */
export class ExampleAccount {
  readonly account: TestAccount;
  readonly #idents: ReadonlyMap<string, string>;

  private constructor(account: TestAccount, idents: Readonly<{ [Name in Record]: string }>) {
    this.account = account;
    this.#idents = new Map(
      Object.entries(exampleIdents).map(([name, example]) => [example, idents[name as Record]]),
    );
  }

  /** Makes a sandbox by default, so that it can be emptied. */
  static async create(is_sandbox: 0 | 1 = 1): Promise<ExampleAccount> {
    const account = await newAccount({ name: exampleAccount.account_name, is_sandbox });
    const { customer, article, webhook } = account.client;
    const created = await customer.create(publicOperations['customer.create'].example);
    const { article_ident } = await article.create(publicOperations['article.create'].example);
    const importedCustomer = await customer.create(importedRecords.importedCustomer);
    const otherImportedCustomer = await customer.create(importedRecords.otherImportedCustomer);
    await customer.create(importedRecords.sameNumberCustomer);
    const importedArticle = await article.create(importedRecords.importedArticle);
    const otherImportedArticle = await article.create(importedRecords.otherImportedArticle);
    await article.create(importedRecords.sameNumberArticle);
    await account.internal('order.create', {
      customer_ident: created.customer_ident,
      items: [{ article_ident, quantity: 2 }],
    });
    const { webhook_ident } = await webhook.create(publicOperations['webhook.create'].example);
    await database()('webhook_deliveries').insert({
      ...listedDelivery,
      account_id: account.id,
      webhook_ident,
      date_attempted: database().raw('UTC_TIMESTAMP()'),
    });
    return new ExampleAccount(account, {
      account: account.accountIdent,
      app: account.appId,
      customer: created.customer_ident,
      address: created.address_ident ?? '',
      article: article_ident,
      webhook: webhook_ident,
      importedCustomer: importedCustomer.customer_ident,
      otherImportedCustomer: otherImportedCustomer.customer_ident,
      importedArticle: importedArticle.article_ident,
      otherImportedArticle: otherImportedArticle.article_ident,
    });
  }

  /** Sends a request of the page, and resolves to the answer as the page would show it. */
  async send(method: string, request: object): Promise<Answer> {
    let text = this.withIdents(JSON.stringify(request));
    if (text.includes(expiredCursor))
      text = text.replace(
        expiredCursor,
        await cursorOf(this.account, method, { age: 25, request: JSON.parse(text) }),
      );
    if (text.includes(heldWebhook)) {
      const own = this.withIdents(exampleIdents.webhook);
      await setWebhookDisabled(database(), own, true);
      text = text.replace(heldWebhook, own);
    }
    if (text.includes('one-more')) await this.#fillWebhooks();
    const answer = await this.account.send(method, text);
    return { ...answer, envelope: JSON.parse(this.withPlaceholders(JSON.stringify(answer.envelope))) };
  }

  /** Creates as many webhooks as an account may have; disabled, so that nothing is sent to all of them. */
  async #fillWebhooks(): Promise<void> {
    for (let count = 1; count < maxWebhooks; count += 1)
      await this.account.client.webhook.create({ url: 'https://shop.example.com/', enabled: 0 });
  }

  /** A text of the page with the idents of this account. */
  withIdents(text: string): string {
    let own = text;
    for (const [example, ident] of this.#idents) own = own.replaceAll(example, ident);
    return own;
  }

  /** An answer as the page shows it. Records that the example creates have the ident of the first one of their kind. */
  withPlaceholders(answer: string): string {
    let text = answer;
    for (const [example, ident] of this.#idents) text = text.replaceAll(ident, example);
    const known = new Set<string>(Object.values(exampleIdents));
    const firsts = [
      exampleIdents.customer,
      exampleIdents.address,
      exampleIdents.article,
      exampleIdents.webhook,
    ];
    return text
      .replaceAll(/\b(?:cus|adr|art|whk)_[0-9a-z]{26}\b/g, (ident) =>
        known.has(ident) ? ident : (firsts.find((first) => first.startsWith(ident.slice(0, 4))) as string),
      )
      .replaceAll(/"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/g, JSON.stringify(exampleTime))
      .replaceAll(/"secret":"[^"]*"/g, `"secret":${JSON.stringify(exampleSecret)}`)
      .replaceAll(/"delivery_id":"[^"]*"/g, `"delivery_id":${JSON.stringify(exampleDeliveryId)}`)
      .replaceAll(/"waiting":\d+/g, '"waiting":0')
      .replaceAll(/"cursor":"[^"]*"/g, `"cursor":${JSON.stringify(exampleCursor)}`)
      .replaceAll(/"version":"[^"]*"/g, `"version":${JSON.stringify(exampleVersion)}`)
      .replaceAll(/"\d\d\.\d\d\.\d{4}"/g, JSON.stringify(exampleDay));
  }
}
