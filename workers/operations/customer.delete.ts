import { customerDelete } from '../../shared/contract/operations/customer.delete.ts';
import { removeRecords } from '../operationHelpers/removing.ts';
import { done } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default writes(
  customerDelete,
  async (calls, { customers, historyWriter, erasures, clock }) => {
    const outcomeOf = await removeRecords(calls, customers, { historyWriter, clock });
    const erasing = calls.filter((call) => {
      const outcome = outcomeOf(call);
      return call.input.erase === 1 && (outcome.kind !== 'refused' || outcome.code !== 'record_changed');
    });
    if (erasing.length === 0) return outcomeOf;
    // Earlier entries of an atomic batch may have noted values.
    await historyWriter.record();
    // Customers that were deleted before still have a history to erase. Maintenance erases what is left of a long one.
    const erased = new Set<string>();
    for (const customer of scopedBy(erasing, 'customer_ident')) {
      const { last } = await erasures.eraseHistory(customer);
      if (last === undefined) continue;
      erased.add(recordKey(customer.account, customer.value));
      await erasures.request([customer]);
    }
    return (call) =>
      erased.has(recordKey(call.account, call.input.customer_ident)) ? done(null) : outcomeOf(call);
  },
  { locksRecord: ({ customer_ident }) => customer_ident },
);
