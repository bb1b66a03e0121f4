import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { newIdent } from '../../../shared/contract/values/idents.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../../shared/secrets/webhookSecrets.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { nowUtc } from '../../../workers/stores/time.ts';
import type { PreparedSide } from './side.ts';

/**
 * Gives a side `count` accounts of which each has a webhook and a change to deliver. The receiver accepts connections and never
 * answers, so that each attempt lasts as long as it may. Returns a function that ends the receiver.
 */
export async function addDeadReceivers(
  { servers: { database }, secretKey }: PreparedSide,
  count: number,
): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  const keys = new KeyRing(secretKey);
  const date_created = nowUtc(Date);
  await database.transaction(async (transaction) => {
    const { accounts, webhooks, feedWriter } = new Stores(transaction);
    for (let index = 0; index < count; index += 1) {
      const account = await accounts.create({
        account_ident: newIdent('acc'),
        name: `dead receiver ${index}`,
        term_of_credit: 14,
        number_start: 1,
        time_zone: 'UTC',
        currency: 'EUR',
        history_days: 90,
        requests_per_second: null,
        is_sandbox: 1,
        date_created,
      });
      await webhooks.insert([
        {
          account_id: account,
          webhook_ident: newIdent('whk'),
          url: `http://127.0.0.1:${port}/`,
          resources: '',
          kinds: '',
          secret: sealWebhookSecret(keys, newWebhookSecret(), account),
          date_created,
          date_disabled: null,
          disabled_reason: '',
        },
      ]);
    }
    await feedWriter.record();
  });
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}
