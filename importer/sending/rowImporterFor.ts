import { publicOperations } from '../../shared/operations/index.ts';
import type { Resource } from '../mapping/index.ts';
import { BatchSender, type SendingRun } from './batchSender.ts';
import type { Customers } from './customers.ts';
import { DeliveryAddresses } from './deliveryAddresses.ts';
import { DryRun } from './dryRun.ts';
import type { RowImporter } from './rowImporter.ts';
import { type OnExisting, SourcedRecords } from './sourcedRecords.ts';

const operationOf = {
  customers: 'customer.create',
  addresses: 'address.create',
  articles: 'article.create',
} as const;

interface Wanted {
  readonly resource: Resource;
  readonly onExisting: OnExisting;
  readonly customers: Customers | undefined;
}

/** The importer for rows of a resource; without a run to send for, one that only checks them. */
export function rowImporterFor(
  { resource, onExisting, customers }: Wanted,
  run: SendingRun | undefined,
): RowImporter {
  const idents = customers?.idents ?? new Map<string, string>();
  if (!run) return new DryRun(publicOperations[operationOf[resource]], idents);
  const sender = new BatchSender(run);
  if (resource === 'addresses') return new DeliveryAddresses(sender, idents);
  return new SourcedRecords(resource === 'customers' ? 'customer' : 'article', sender, onExisting);
}
