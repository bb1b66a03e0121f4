import { webhookCreate } from '../../shared/contract/operations/webhook.create.ts';
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
} from '../../shared/secrets/webhookSecrets.ts';
import type { Answer, Envelope, Unanswered } from '../../shared/wire/envelope.ts';
import type { CallQueue } from '../calls/callQueue.ts';
import type { ReceivedCall } from '../calls/callRequest.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import { makeCall } from './answerCall.ts';
import type { Signed } from './authenticate.ts';
import type { Exchange } from './exchange.ts';

/**
 * Answers an operation of webhooks. Its secret is encrypted here, and decrypted in the answer: Redis, the inbox and the database
 * see it only encrypted. A create without a secret gets a new one here.
 */
export async function answerWebhook(
  exchange: Exchange,
  request: ReceivedCall,
  signed: Signed,
  queue: CallQueue,
  { keys: { ring } }: { readonly keys: Pick<KeyGuard, 'ring'> },
): Promise<void> {
  const { account } = signed.app;
  const isCreate = request.contract.name === webhookCreate.name;
  const input = request.input as { secret?: string };
  const secret = input.secret || (isCreate ? newWebhookSecret() : undefined);
  if (secret) input.secret = sealWebhookSecret(ring, secret, account);
  const reply = await makeCall(exchange, request, signed, queue);
  const open = (sealed: string) => openWebhookSecret(ring, sealed, account) ?? '';
  exchange.answerReply(isCreate ? opened(reply, open) : reply, account, queue.laneRoom.answers);
}

/** A repeat gets the stored answer. After a rotation of the keys, its secret can't be decrypted any more, and is empty. */
function opened(reply: Answer | Unanswered, open: (sealed: string) => string): Answer | Unanswered {
  if (reply.kind !== 'done') return reply;
  const envelope = JSON.parse(reply.envelope) as Envelope<{ readonly secret: string }>;
  const data = { ...envelope.data, secret: open(envelope.data.secret) };
  return { ...reply, envelope: JSON.stringify({ ...envelope, data }) };
}
