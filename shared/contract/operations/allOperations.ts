import { accountApp } from './account.app.ts';
import { accountClaim } from './account.claim.ts';
import { accountClaimed } from './account.claimed.ts';
import { accountEmpty } from './account.empty.ts';
import { accountKeys } from './account.keys.ts';
import { accountRead } from './account.read.ts';
import { addressCreate } from './address.create.ts';
import { addressDelete } from './address.delete.ts';
import { addressExists } from './address.exists.ts';
import { addressList } from './address.list.ts';
import { addressRead } from './address.read.ts';
import { addressUpdate } from './address.update.ts';
import { articleBatch } from './article.batch.ts';
import { articleCreate } from './article.create.ts';
import { articleDelete } from './article.delete.ts';
import { articleExists } from './article.exists.ts';
import { articleFind } from './article.find.ts';
import { articleHistory } from './article.history.ts';
import { articleList } from './article.list.ts';
import { articlePut } from './article.put.ts';
import { articleRead } from './article.read.ts';
import { articleUpdate } from './article.update.ts';
import { batchRun } from './batch.run.ts';
import { changesList } from './changes.list.ts';
import { customerBatch } from './customer.batch.ts';
import { customerCreate } from './customer.create.ts';
import { customerDelete } from './customer.delete.ts';
import { customerExists } from './customer.exists.ts';
import { customerFind } from './customer.find.ts';
import { customerHistory } from './customer.history.ts';
import { customerList } from './customer.list.ts';
import { customerPut } from './customer.put.ts';
import { customerRead } from './customer.read.ts';
import { customerUpdate } from './customer.update.ts';
import type { AnyOperation, Resource, UnbatchedResource } from './operation.ts';
import { orderCreate } from './order.create.ts';
import { orderInvoice } from './order.invoice.ts';
import { webhookCreate } from './webhook.create.ts';
import { webhookDelete } from './webhook.delete.ts';
import { webhookList } from './webhook.list.ts';
import { webhookRead } from './webhook.read.ts';
import { webhookTest } from './webhook.test.ts';
import { webhookUpdate } from './webhook.update.ts';

type Registry = { readonly [Name in string]: AnyOperation & { readonly name: Name } };

/** Operations of the interface (docs/api.md#operations), by the name in `X-Svc-Method`. */
export const publicOperations = {
  'account.empty': accountEmpty,
  'account.read': accountRead,
  'address.create': addressCreate,
  'address.delete': addressDelete,
  'address.exists': addressExists,
  'address.list': addressList,
  'address.read': addressRead,
  'address.update': addressUpdate,
  'article.create': articleCreate,
  'article.delete': articleDelete,
  'article.exists': articleExists,
  'article.find': articleFind,
  'article.history': articleHistory,
  'article.list': articleList,
  'article.put': articlePut,
  'article.read': articleRead,
  'article.update': articleUpdate,
  'changes.list': changesList,
  'customer.create': customerCreate,
  'customer.delete': customerDelete,
  'customer.exists': customerExists,
  'customer.find': customerFind,
  'customer.history': customerHistory,
  'customer.list': customerList,
  'customer.put': customerPut,
  'customer.read': customerRead,
  'customer.update': customerUpdate,
  'webhook.create': webhookCreate,
  'webhook.delete': webhookDelete,
  'webhook.list': webhookList,
  'webhook.read': webhookRead,
  'webhook.test': webhookTest,
  'webhook.update': webhookUpdate,
} as const satisfies Registry;

export const gatewayOperations = { 'batch.run': batchRun } as const;

/** Operations that only the service itself queues; clients can't name them. */
const internalOperations = {
  'account.app': accountApp,
  'account.claim': accountClaim,
  'account.claimed': accountClaimed,
  'account.keys': accountKeys,
  'article.batch': articleBatch,
  'customer.batch': customerBatch,
  'order.create': orderCreate,
  'order.invoice': orderInvoice,
} as const satisfies Registry;

export const operations = { ...publicOperations, ...internalOperations } as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type PublicOperationName = keyof typeof publicOperations;

/** Operations of some resources that an atomic batch may contain. */
export type AtomicOperationName<R extends Resource> = {
  [Name in PublicOperationName]: Operations[Name]['kind'] extends 'writes' ? Name : never;
}[PublicOperationName] &
  `${R}.${string}`;

/** Operations that a batch may contain. */
export type BatchedOperationName = Exclude<PublicOperationName, `${UnbatchedResource}.${string}`>;
