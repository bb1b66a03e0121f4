import { customerDelete } from '../../shared/contract/operations/customer.delete.ts';
import { removeRecords } from '../operationHelpers/removing.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  customerDelete,
  (calls, { customers, historyWriter, clock }) =>
    removeRecords(calls, customers, 'customer_not_found', { historyWriter, clock }),
  { locksRecord: ({ customer_ident }) => customer_ident },
);
