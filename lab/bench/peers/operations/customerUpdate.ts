import { customerUpdate } from '../../../../shared/contract/operations/customer.update.ts';
import type { InputOf } from '../../../../shared/contract/operations/operation.ts';
import { refusalReply, successReply } from '../../../../shared/wire/envelope.ts';
import { nowUtc } from '../../../../workers/stores/time.ts';
import type { PeerCall } from './call.ts';
import type { Write } from './writing.ts';

/**
 * Updates the sent fields with one statement, which also tells whether the customer exists. It omits what the load never
 * sends, in favour of the peers: `validate`, a changed Leitweg-ID, a changed type.
 */
export function updateCustomer({ account, input }: PeerCall): Write {
  const { customer_ident, validate: _, ...changes }: InputOf<typeof customerUpdate> = input;
  return {
    reply: successReply(customerUpdate, { customer_ident, ...changes }),
    effect: async (transaction) => {
      const found = await transaction('customers')
        .where({ account_id: account, customer_ident })
        .update({ ...changes, date_updated: nowUtc(Date) });
      return found === 0 ? refusalReply(customerUpdate, 'customer_not_found') : undefined;
    },
  };
}
