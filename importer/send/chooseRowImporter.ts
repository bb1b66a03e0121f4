import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { CustomerIdents, CustomersFile } from '../journal/identsFile.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { createOperations } from '../mapping/rules/resourceFields.ts';
import { batchPlannerFor } from '../plan/batchPlanner.ts';
import type { BatchPlan } from '../plan/batchPlans.ts';
import type { PlanWriter } from '../plan/planFile.ts';
import { kindOf, type RowOptions } from '../plan/rowPlan.ts';
import { checkedOutcome, readerOf } from '../plan/serviceChecks.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { addressDryRun, addressImporter, withoutCustomer } from './addressImporter.ts';
import { type RecordDependencies, RecordImporter, recordDryRun } from './recordImporter.ts';
import { expectedOf, type RowImporter } from './rowImporter.ts';

export interface RowDependencies
  extends Pick<RecordDependencies, 'plans' | 'planFile' | 'mostAreNew' | 'prices'> {
  readonly mapping: Mapping;
  readonly customers: CustomersFile | undefined;
  readonly planWriter: PlanWriter | undefined;
  /** Called with each plan of a dry run. */
  readonly onPlan: (plan: BatchPlan) => void;
}

/** Returns the importer for rows of a resource; without a sender, one that only checks them. */
export function chooseRowImporter(
  options: RowOptions,
  { mapping, customers, plans, planFile, planWriter, mostAreNew, prices, onPlan }: RowDependencies,
  sender: BatchSender | undefined,
): RowImporter {
  const { resource, isDryRun, onExisting } = options;
  const idents = customers?.idents ?? new Map<string, string>();
  if (!sender) return offlineCheck(createOperations[resource], idents);
  if (resource === 'addresses')
    return isDryRun ? addressDryRun(sender, idents) : addressImporter(sender, idents, plans);
  const kind = kindOf(resource);
  const planner = batchPlannerFor(kind, options, mapping, sender);
  if (isDryRun) return recordDryRun(planner, planWriter, prices, onPlan);
  const refusesExisting = onExisting === 'fail';
  return new RecordImporter({ kind, sender, planner, plans, planFile, mostAreNew, prices, refusesExisting });
}

/** Checks records with the rules of the service, without asking it. Valid records count as created. */
function offlineCheck(create: AnyOperation, customers: CustomerIdents): RowImporter {
  const read = readerOf(create);
  return {
    run: async (inputs) =>
      inputs.map((input) => {
        const refusal = withoutCustomer(input, customers);
        if (refusal) return expectedOf(refusal);
        const { customer_external_ident: external, ...others } = input;
        // A valid ident: only a real import looks up the customer by its external ident.
        const checked = external === undefined ? input : { customer_ident: 'cus_of_the_source', ...others };
        return checkedOutcome(read, checked);
      }),
  };
}
