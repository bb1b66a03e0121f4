import { customerBatch } from '../../shared/contract/operations/customer.batch.ts';
import { type AtomicParts, runsAtomically } from '../operationHelpers/atomicBatch.ts';
import addressCreate from './address.create.ts';
import addressDelete from './address.delete.ts';
import addressUpdate from './address.update.ts';
import customerCreate from './customer.create.ts';
import customerDelete from './customer.delete.ts';
import customerPut from './customer.put.ts';
import customerUpdate from './customer.update.ts';

const parts: AtomicParts<'customer' | 'address'> = {
  'address.create': addressCreate,
  'address.delete': addressDelete,
  'address.update': addressUpdate,
  'customer.create': customerCreate,
  'customer.delete': customerDelete,
  'customer.put': customerPut,
  'customer.update': customerUpdate,
};

export default runsAtomically(customerBatch, parts, ({ customers, addresses }) => [customers, addresses]);
