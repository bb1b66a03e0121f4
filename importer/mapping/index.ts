import type { Inspection } from '../inspection/inspection.ts';
import { requireCurrency } from './checks/currencyColumn.ts';
import { refuseForeignExport } from './checks/foreignExport.ts';
import { requirePlainPrices, requireTaxMeaning } from './checks/priceMeaning.ts';
import { requireAmounts } from './checks/requireAmounts.ts';
import { requireNames } from './checks/requireNames.ts';
import { requireTaxRates } from './checks/taxColumn.ts';
import { chosen } from './choose.ts';
import { compile } from './compile.ts';
import { chooseIdent, type Identified, isUniqueIn } from './identity/chooseIdent.ts';
import { requireMatch } from './identity/requireMatch.ts';
import type { Input, Mapping } from './mapping.ts';
import { noticesOf } from './notices.ts';
import { defaultCurrency, defaultTimeZone, type MappingOptions } from './options.ts';
import type { Needs } from './origin.ts';
import { isOwnExport, ownMapping } from './ownExport.ts';
import { presetRates } from './presets/index.ts';
import { Columns } from './rules/columns.ts';
import type { Resource } from './rules/fields.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import { type Reading, stepOf } from './rules/steps.ts';
import type { AccountCurrency } from './values/currencies.ts';

/**
 * Chooses the mapping for a file with these columns; `name` is its name in messages. Throws one ImportError with all faults
 * of a mapping file. Without `inspection`, the columns alone decide, and rows may have no ident.
 */
export function chooseMapping(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions = {},
  name = 'the file',
  inspection?: Inspection,
): Mapping {
  if (isOwnExport(resource, columns, options))
    return ownMapping(resource, columns, name, currencyOf(options));
  const { origin, file: given, rivals } = chosen(resource, columns, options, name, inspection);
  const needs = needsOf(resource, given, options, inspection);
  const reading = readingOf(options, inspection);
  if (inspection) refuseUnclear(resource, given, options, name, { inspection, needs, reading });
  const { file, notices, chosenRule } = identified(resource, given, options, name, inspection);
  if (options.match !== undefined) requireMatch(resource, options.match, file, new Columns(columns), name);
  return compile(resource, new Columns(columns), file, {
    name: origin,
    file: name,
    constants: constantsOf(resource, file),
    notices: [...noticesOf(file, new Columns(columns), options.priceIsGross), ...notices],
    rivals: rivals.filter(({ field }) => file.fields[field] === given.fields[field]),
    rates: options.preset === undefined ? undefined : presetRates(resource, options.preset),
    identRule: chosenRule && JSON.stringify(chosenRule),
    isUnique: (field) => inspection !== undefined && isUniqueIn(inspection, file.fields[field]),
    needs,
    reading,
  });
}

interface Checked {
  readonly inspection: Inspection;
  readonly needs: Needs;
  readonly reading: Reading;
}

/** Throws an ImportError when the file seems to mean other records than the import would make of it. */
function refuseUnclear(
  resource: Resource,
  file: MappingFile,
  options: MappingOptions,
  name: string,
  { inspection, needs, reading }: Checked,
): void {
  const columns = inspection.columns.map((column) => column.name);
  if (options.preset === undefined && options.file === undefined) {
    refuseForeignExport(resource, columns, file, name);
    if (resource === 'customers' && needs.required) requireNames(file, columns, name);
  }
  if (resource !== 'articles') return;
  requireTaxMeaning(file, options.priceIsGross, name);
  if (needs.price || hasPrice(file)) requireCurrency(file, inspection, reading.currency, name);
  if (hasPrice(file) && options.preset === undefined && options.file === undefined)
    requirePlainPrices(inspection, options.priceIsGross, name);
  requireAmounts(file, inspection, needs, name);
  const step = stepOf(resource, 'article_tax_rate', new Columns(columns), file, reading);
  if (step) requireTaxRates(step, file, inspection, name);
}

function hasPrice({ fields }: MappingFile): boolean {
  return fields.article_price !== undefined || fields.article_price_total !== undefined;
}

function needsOf(
  resource: Resource,
  { fields, skip_repeats: skipsRepeats = false }: MappingFile,
  { match, updates, updateOnly, clearing, hasPrice: mustHavePrice }: MappingOptions,
  inspection: Inspection | undefined,
): Needs {
  // A file without titles can create no articles.
  const canCreate = updateOnly !== true && (match === undefined || fields.article_title !== undefined);
  const hasAmounts = inspection !== undefined && resource === 'articles' && canCreate;
  return {
    ident: inspection !== undefined && (match === undefined || match === 'external_ident'),
    // Reports of orders have several rows for a customer, and only the first one is complete.
    isCreated: inspection !== undefined && match === undefined && updates !== true && skipsRepeats === false,
    identFrom: match,
    required: match === undefined && updateOnly !== true,
    clearing: clearing ?? false,
    price: hasAmounts && mustHavePrice !== false,
    taxRate: hasAmounts,
  };
}

function readingOf(options: MappingOptions, inspection: Inspection | undefined): Reading {
  const { timeZone = defaultTimeZone, onBadValue = 'refuse' } = options;
  return { currency: currencyOf(options), timeZone, onBadValue, inspection };
}

function currencyOf({
  currency = defaultCurrency,
  isServiceCurrency = false,
}: MappingOptions): AccountCurrency {
  return { code: currency, isFromService: isServiceCurrency };
}

/** Records that are found by another field need no ident. */
function identified(
  resource: Resource,
  file: MappingFile,
  options: MappingOptions,
  name: string,
  inspection: Inspection | undefined,
): Identified {
  const isMatched = options.match !== undefined && options.match !== 'external_ident';
  if (resource === 'addresses' || inspection === undefined || isMatched) return { file, notices: [] };
  return chooseIdent({ resource, file, inspection, name }, options);
}

function constantsOf(resource: Resource, file: MappingFile): Input {
  if (resource === 'addresses') return {};
  const type = file.type ?? (file.fields[typeField[resource]] === undefined ? 'csv' : undefined);
  return {
    ...(type !== undefined && { [typeField[resource]]: type }),
    ...(file.account_name && { external_account_name: file.account_name }),
  };
}

const typeField = { customers: 'customer_type', articles: 'article_type' } as const;
