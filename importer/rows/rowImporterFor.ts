import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { Mapping, Resource } from '../mapping/index.ts';
import { BatchPlanner } from '../planning/batchPlanner.ts';
import type { BatchPlans } from '../planning/batchPlans.ts';
import type { FilePlan, PlanWriter } from '../planning/filePlan.ts';
import type { OnExisting, PlanOptions, RecordKind } from '../planning/options.ts';
import { OwnPlanner, type RowsPlanner } from '../planning/ownPlanner.ts';
import { Planner } from '../planning/planner.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import type { Customers } from './customers.ts';
import { DeliveryAddresses } from './deliveryAddresses.ts';
import { DryRun } from './dryRun.ts';
import { OfflineCheck } from './offlineCheck.ts';
import { PlannedRecords } from './plannedRecords.ts';
import { PlanWrites } from './planWrites.ts';
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

export interface RowParts {
  readonly mapping: Mapping;
  readonly customers: Customers | undefined;
  readonly plans: BatchPlans;
  readonly filePlan: FilePlan | undefined;
  readonly planWriter: PlanWriter | undefined;
  readonly mostAreNew: boolean;
}

/** Returns the importer for rows of a resource; without a sender, one that only checks them. */
export function rowImporterFor(
  options: RowOptions,
  parts: RowParts,
  sender: BatchSender | undefined,
): RowImporter {
  const kind = kinds[options.resource];
  const idents = parts.customers?.idents ?? new Map<string, string>();
  if (!sender) return new OfflineCheck(publicOperations[`${kind}.create`], idents);
  if (kind === 'address') return new DeliveryAddresses(sender, idents, options.isDryRun);
  const { planner, batchPlanner } = plannersFor(kind, options, parts.mapping, sender);
  if (options.isDryRun) return new DryRun(batchPlanner, parts.planWriter);
  return new PlannedRecords(
    {
      planner: batchPlanner,
      writes: new PlanWrites(kind, sender),
      plans: parts.plans,
      filePlan: parts.filePlan,
      canCreateFirst: planner.canCreateFirst,
      refusesExisting: options.onExisting === 'fail',
    },
    parts.mostAreNew,
  );
}

export function plannersFor(
  kind: RecordKind,
  options: RowOptions,
  mapping: Mapping,
  sender: BatchSender,
): { readonly planner: Planner; readonly batchPlanner: RowsPlanner } {
  const { match = 'external_ident' } = options;
  const planners = matching(kind, match, options, mapping, sender);
  if (match !== `${kind}_ident`) return planners;
  const others = { external: 'external_ident', number: `${kind}_nr` };
  const ownPlanner = new OwnPlanner(kind, {
    byIdent: matching(kind, match, { ...options, sameOrigin: true, updateOnly: false }, mapping, sender)
      .batchPlanner,
    byExternal: matching(kind, others.external, options, mapping, sender).batchPlanner,
    byNumber: matching(kind, others.number, options, mapping, sender).batchPlanner,
  });
  return { planner: planners.planner, batchPlanner: ownPlanner };
}

function matching(
  kind: RecordKind,
  match: string,
  { onExisting, updateOnly, sameOrigin }: RowOptions,
  mapping: Mapping,
  sender: BatchSender,
) {
  const { needed, defaults } = mapping;
  const constants = Object.keys(mapping.constants);
  const planOptions: PlanOptions = {
    kind,
    match,
    onExisting,
    updateOnly,
    sameOrigin,
    constants,
    needed,
    defaults,
  };
  const planner = new Planner(planOptions);
  return { planner, batchPlanner: new BatchPlanner(planOptions, planner, sender) };
}
