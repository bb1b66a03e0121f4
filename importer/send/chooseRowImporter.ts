import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { CustomerIdents, CustomersFile } from '../journal/identsFile.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { type BatchPlanner, ExportPlanner, MatchPlanner } from '../plan/batchPlanner.ts';
import type { PlanWriter } from '../plan/planFile.ts';
import type { OnExisting, RecordKind } from '../plan/rowPlan.ts';
import { checkedOutcome, readerOf } from '../plan/serviceChecks.ts';
import type { BatchSender } from '../service/batchSender.ts';
import { AddressImporter, withoutCustomer } from './addressImporter.ts';
import { dryRun, type RecordDependencies, RecordImporter } from './recordImporter.ts';
import type { RowImporter } from './rowImporter.ts';

const kinds = { customers: 'customer', articles: 'article', addresses: 'address' } as const;

export interface RowOptions {
  readonly resource: Resource;
  readonly onExisting: OnExisting;
  /** Field by which records are found; external_ident by default. */
  readonly match: string | undefined;
  readonly updateOnly: boolean;
  readonly sameOrigin: boolean;
  readonly isDryRun: boolean;
}

export interface RowDependencies extends Pick<RecordDependencies, 'plans' | 'planFile' | 'mostAreNew'> {
  readonly mapping: Mapping;
  readonly customers: CustomersFile | undefined;
  readonly planWriter: PlanWriter | undefined;
}

/** Returns the importer for rows of a resource; without a sender, one that only checks them. */
export function chooseRowImporter(
  options: RowOptions,
  { mapping, customers, plans, planFile, planWriter, mostAreNew }: RowDependencies,
  sender: BatchSender | undefined,
): RowImporter {
  const kind = kinds[options.resource];
  const idents = customers?.idents ?? new Map<string, string>();
  if (!sender) return offlineCheck(publicOperations[`${kind}.create`], idents);
  if (kind === 'address') return new AddressImporter(sender, idents, options.isDryRun);
  const planner = batchPlannerFor(kind, options, mapping, sender);
  if (options.isDryRun) return dryRun(planner, planWriter);
  const refusesExisting = options.onExisting === 'fail';
  return new RecordImporter({ kind, sender, planner, plans, planFile, mostAreNew, refusesExisting });
}

export function batchPlannerFor(
  kind: RecordKind,
  { onExisting, updateOnly, sameOrigin, match = 'external_ident' }: RowOptions,
  { needed, defaults, constants }: Mapping,
  sender: BatchSender,
): BatchPlanner {
  const options = {
    kind,
    onExisting,
    updateOnly,
    sameOrigin,
    needed,
    defaults,
    constants: Object.keys(constants),
  };
  const plannerFor = (field: string) => new MatchPlanner({ ...options, match: field }, sender);
  if (match !== `${kind}_ident`) return plannerFor(match);
  const byIdent = new MatchPlanner({ ...options, match, sameOrigin: true, updateOnly: false }, sender);
  return new ExportPlanner(kind, byIdent, plannerFor);
}

/** Checks records with the rules of the service, without asking it. Valid records count as created. */
function offlineCheck(create: AnyOperation, customers: CustomerIdents): RowImporter {
  const read = readerOf(create);
  return {
    run: async (inputs) =>
      inputs.map((input) => {
        const { customer_external_ident: external, ...others } = input;
        // A valid ident: only a real import looks up the customer by its external ident.
        const checked = external === undefined ? input : { customer_ident: 'cus_of_the_source', ...others };
        return withoutCustomer(input, customers) ?? checkedOutcome(read, checked);
      }),
  };
}
