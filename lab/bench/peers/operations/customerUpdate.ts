import { customerUpdate } from '../../../../shared/contract/operations/customer.update.ts';
import type { InputOf } from '../../../../shared/contract/operations/operation.ts';
import { customerFields } from '../../../../shared/contract/resources/customer.ts';
import { refusalReply, successReply } from '../../../../shared/wire/envelope.ts';
import { fieldChanges } from '../../../../workers/operationHelpers/storedValues.ts';
import { differingFields } from '../../../../workers/operationHelpers/updateRules.ts';
import { nowUtc } from '../../../../workers/stores/time.ts';
import type { PeerCall } from './call.ts';
import type { Write } from './writing.ts';

const insertHistory = `INSERT INTO record_history
  (account_id, record_ident, revision, address_ident, app_id, operation, changes, date_created)
  VALUES (?, ?, ?, '', ?, ?, ?, UTC_TIMESTAMP())`;

/**
 * Updates the sent fields of a customer that it has locked, and notes their old and new values in its history. It omits what the
 * load never sends, in favour of the peers: `validate`, a changed Leitweg-ID, a changed type.
 */
export function updateCustomer({ account, app, method, input }: PeerCall): Write {
  const { customer_ident, validate: _, ...changedFields }: InputOf<typeof customerUpdate> = input;
  return {
    reply: successReply(customerUpdate, { customer_ident, ...changedFields }),
    effect: async (transaction) => {
      const customer = () => transaction('customers').where({ account_id: account, customer_ident });
      const before = await customer()
        .forUpdate()
        .first('revision', ...Object.keys(changedFields));
      if (!before) return { refusal: refusalReply(customerUpdate, 'customer_not_found') };
      const revision = before.revision + 1;
      await customer().update({ ...changedFields, revision, date_updated: nowUtc(Date) });
      const names = differingFields({ before, changedFields }, customerFields);
      const changes = JSON.stringify(fieldChanges(names, before, changedFields, customerFields));
      await transaction.raw(insertHistory, [account, customer_ident, revision, app, method, changes]);
      return { changes: [`updated customer ${customer_ident} ${names.join() || '-'}`] };
    },
  };
}
