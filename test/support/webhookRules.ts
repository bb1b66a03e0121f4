import { newAccount } from './account.ts';
import { itNeedsAnIdent } from './identRules.ts';

export const webhookUrl = 'https://shop.example.com/hooks';

/** Tests that an operation refuses webhooks that the account does not have. */
export function itNeedsAWebhook(method: string): void {
  itNeedsAnIdent(
    async () => {
      const account = await newAccount();
      const stranger = await newAccount();
      const [known = '', strange = ''] = await Promise.all(
        [account, stranger].map(
          async ({ client }) => (await client.webhook.create({ url: webhookUrl })).webhook_ident,
        ),
      );
      return { account, method, ident: 'webhook_ident', known, stranger, strange };
    },
    { code: 'webhook_not_found', message: 'webhook not found' },
  );
}
