import type { Body } from '../../shared/contract/input/reader.ts';
import { publicOperations } from '../../shared/contract/operations/index.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { Outcome } from '../journal/rowOutcome.ts';
import type { Input, Mapping } from '../mapping/mapping.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { BatchPlanner, ExportPlanner, type RowsPlanner } from '../planning/batchPlanner.ts';
import type { BatchPlans } from '../planning/batchPlans.ts';
import type { PlanFile, PlanWriter } from '../planning/planFile.ts';
import type { OnExisting, PlanOptions, RecordKind } from '../planning/rowPlan.ts';
import { RowPlanner } from '../planning/rowPlanner.ts';
import { checkedOutcome, type Reader, readerOf } from '../planning/serviceChecks.ts';
import type { BatchSender } from '../sending/batchSender.ts';
import { AddressImporter, withoutCustomer } from './addressImporter.ts';
import type { CustomerIdents, CustomersFile } from './customersFile.ts';
import { DryRun, PlanWrites, RecordImporter } from './recordImporter.ts';
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
  readonly customers: CustomersFile | undefined;
  readonly plans: BatchPlans;
  readonly filePlan: PlanFile | undefined;
  readonly planWriter: PlanWriter | undefined;
  readonly mostAreNew: boolean;
}

/** Returns the importer for rows of a resource; without a sender, one that only checks them. */
export function chooseRowImporter(
  options: RowOptions,
  parts: RowParts,
  sender: BatchSender | undefined,
): RowImporter {
  const kind = kinds[options.resource];
  const idents = parts.customers?.idents ?? new Map<string, string>();
  if (!sender) return new OfflineCheck(publicOperations[`${kind}.create`], idents);
  if (kind === 'address') return new AddressImporter(sender, idents, options.isDryRun);
  const { planner, batchPlanner } = plannersFor(kind, options, parts.mapping, sender);
  if (options.isDryRun) return new DryRun(batchPlanner, parts.planWriter);
  return new RecordImporter(
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
): { readonly planner: RowPlanner; readonly batchPlanner: RowsPlanner } {
  const { match = 'external_ident' } = options;
  const planners = matching(kind, match, options, mapping, sender);
  if (match !== `${kind}_ident`) return planners;
  const others = { external: 'external_ident', number: `${kind}_nr` };
  const exportPlanner = new ExportPlanner(kind, {
    byIdent: matching(kind, match, { ...options, sameOrigin: true, updateOnly: false }, mapping, sender)
      .batchPlanner,
    byExternal: matching(kind, others.external, options, mapping, sender).batchPlanner,
    byNumber: matching(kind, others.number, options, mapping, sender).batchPlanner,
  });
  return { planner: planners.planner, batchPlanner: exportPlanner };
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
  const planner = new RowPlanner(planOptions);
  return { planner, batchPlanner: new BatchPlanner(planOptions, planner, sender) };
}

/** Checks records with the rules of the service, without asking it. Valid records count as created. */
class OfflineCheck implements RowImporter {
  readonly #read: Reader;
  readonly #customers: CustomerIdents;

  constructor(create: AnyOperation, customers: CustomerIdents) {
    this.#read = readerOf(create);
    this.#customers = customers;
  }

  async run(inputs: readonly Readonly<Input>[]): Promise<readonly Outcome[]> {
    return inputs.map(
      (input) =>
        withoutCustomer(input, this.#customers) ?? checkedOutcome(this.#read, withoutPseudoFields(input)),
    );
  }
}

/** Puts in a valid ident: only a real import looks up the customer by its external ident. */
function withoutPseudoFields({ customer_external_ident: external, ...input }: Body): Body {
  return external === undefined ? input : { customer_ident: 'cus_of_the_source', ...input };
}
