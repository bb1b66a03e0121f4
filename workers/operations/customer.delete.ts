import { customerDelete } from '../../shared/operations/customer.delete.ts';
import { removeRecords } from '../records/removing.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  customerDelete,
  (calls, { customers }) => removeRecords(calls, customers, 'customer_not_found'),
  { changes: ({ customer_ident }) => customer_ident },
);
