import { compile } from '../mapping/compile.ts';
import { exportMapping, isExportFile } from '../mapping/exportFile.ts';
import { amountColumn, unmarkedRank } from '../mapping/guess/amountColumns.ts';
import { priceName, taxMeaning } from '../mapping/guess/priceNames.ts';
import type { Input, Mapping, Needs } from '../mapping/mapping.ts';
import { defaultCurrency, defaultTimeZone, type MappingOptions } from '../mapping/mappingOptions.ts';
import { presetOf } from '../mapping/presets/presets.ts';
import { type FieldRule, hasPrice, type MappingFile } from '../mapping/rules/mappingFile.ts';
import { matchFields, type Resource } from '../mapping/rules/resourceFields.ts';
import { type Reading, stepOf } from '../mapping/rules/steps.ts';
import { allColumnsOf, valueReader } from '../mapping/rules/valueReader.ts';
import type { AccountCurrency } from '../mapping/values/amounts.ts';
import { Columns } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, known, list, quoted } from '../source/importError.ts';
import { type ChosenIdent, chooseIdent, isUniqueIn } from './chooseIdent.ts';
import { chooseRules } from './chooseRules.ts';
import { requireFlags } from './flagColumns.ts';
import { refuseForeignExport } from './foreignExport.ts';
import type { MappingRequest } from './optionRules.ts';
import {
  requireCurrency,
  requireNamedMeaning,
  requirePlainPrices,
  requireTaxMeaning,
} from './priceChecks.ts';
import { requireFactor, requireOnePrice, requireRealPrices, saleNotices } from './priceColumns.ts';
import { requireBillingNames, requireListedAddresses, requireWholeAddresses } from './requireAddress.ts';
import { requireAmounts } from './requireAmounts.ts';
import { requireCountries, requireCountryColumn } from './requireCountries.ts';
import { requireOwnRows } from './requireCustomers.ts';
import { requireDays } from './requireDays.ts';
import { requireClearNames, requireCompanies, requireNames } from './requireNames.ts';
import { requireOneRate } from './requireOneRate.ts';
import { requireZipCodes } from './requireZipCodes.ts';
import { checkSelection, selectionRules } from './rowSelection.ts';
import { requireSinglePieces } from './severalPieces.ts';
import { requireWholePrices } from './splitPrices.ts';
import { requireTaxRates, withoutKnownRate } from './taxRateColumn.ts';
import { requireUnits } from './unitColumn.ts';

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
  if (isExportFile(resource, columns, options)) return ownExport(resource, columns, options, name);
  const request = { resource, columns, options, name, inspection };
  const rules = readableRules(request);
  const { origin, file: given, ambiguous, guessed, notices: guesses } = rules;
  const needs = needsOf(request, given);
  const reading = readingOf(request, guessed);
  if (inspection) refuseUnclear({ ...request, inspection }, rules, needs, reading);
  const selected = inspection && options.file !== undefined ? checkSelection(given, inspection, name) : [];
  const { file, notices, chosenRule } = identified(request, given);
  if (options.match !== undefined) requireMatch(request, options.match, file);
  return compile(resource, new Columns(columns), file, {
    origin,
    name,
    notices: [
      ...relativeNotices(file),
      ...guesses,
      ...noticesOf(file, new Columns(columns), options),
      ...(inspection ? saleNotices(file, inspection) : []),
      ...selected,
      ...notices,
    ],
    facts: {
      constants: constantsOf(resource, file),
      ambiguous: ambiguous.filter(({ field }) => file.fields[field] === given.fields[field]),
      rates: options.preset === undefined ? undefined : presetOf(resource, options.preset)?.rates,
      identRule: chosenRule && JSON.stringify(chosenRule),
      isUnique: (field) => inspection !== undefined && isUniqueIn(inspection, file.fields[field]),
    },
    needs,
    reading,
  });
}

/** Chooses the rules, without a column of tax amounts if the user set their rate. */
function readableRules(request: MappingRequest): ReturnType<typeof chooseRules> {
  const rules = chooseRules(request);
  const { options, inspection, name } = request;
  if (!inspection || options.preset !== undefined || options.file !== undefined) return rules;
  return {
    ...rules,
    file: withoutKnownRate({ file: rules.file, inspection, isChosen: isRateChosen(options), name }),
  };
}

function isRateChosen({ columns }: MappingOptions): boolean {
  return columns?.article_tax_rate !== undefined;
}

function ownExport(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions,
  name: string,
): Mapping {
  if (options.divide || options.pricePer)
    throw new ImportError(
      `${name}: an export of \`counterfoil list\` is read as it is, so --divide and --price-per have no effect: leave them out`,
    );
  return exportMapping(resource, columns, name, currencyOf(options), selectionRules(options, columns, name));
}

/** Throws an ImportError when the file seems to mean other records than the import would make of it. */
function refuseUnclear(
  { resource, options, name, inspection }: MappingRequest & { readonly inspection: Inspection },
  { file, ambiguous }: ReturnType<typeof chooseRules>,
  needs: Needs,
  reading: Reading,
): void {
  const columns = inspection.columns.map((column) => column.name);
  // The user has said what a file for a preset is, but not what its other columns mean.
  const isGuessed = options.file === undefined && (options.preset === undefined || file.guess === true);
  if (isGuessed && options.preset === undefined) refuseForeignExport(resource, columns, file, name);
  requireClearNames(file, reading, name);
  requireCompanies(file, reading, name);
  if (file.guess && resource === 'customers') requireOwnRows(inspection, options, name);
  if (isGuessed && resource === 'customers') {
    requireWholeAddresses(file, inspection, options.columns ?? {}, name);
    requireListedAddresses(file, inspection, options.columns ?? {}, name);
    requireZipCodes(file, inspection, options.columns ?? {}, name);
    if (needs.required) requireBillingNames(file, options.columns ?? {}, name);
  }
  requireCountries(file, inspection, reading, name);
  if (options.file === undefined && needs.required)
    requireCountryColumn(resource, file, inspection, options.columns ?? {}, name);
  if (reading.guessed.has('term_of_credit')) requireDays(file, inspection, reading.onBadValue, name);
  if (isGuessed && resource === 'customers' && needs.required) requireNames(file, inspection, options, name);
  const mapped = options.file === undefined ? [] : Object.values(file.fields).flatMap(allColumnsOf);
  requireFlags(resource, inspection, file, mapped, name);
  if (resource !== 'articles') return;
  requireNamedMeaning(file, options, name);
  requireTaxMeaning(file, options.priceIsGross, name);
  if (needs.price || hasPrice(file)) requireCurrency(file, inspection, reading.currency, name);
  if (isGuessed && hasPrice(file)) {
    requireWholePrices(file, inspection, options.columns ?? {}, name);
    requirePlainPrices(file, inspection, options.priceIsGross, name);
    requireSinglePieces(file, inspection, reading.currency.code, name);
  }
  if (isGuessed && needs.required) requireUnits(file, inspection, options.columns ?? {}, name);
  requireAmounts(file, inspection, { ...needs, currency: reading.currency.code }, name);
  if (options.file === undefined) requireFactor(file, inspection, name);
  if (needs.price) requireRealPrices(file, inspection, name);
  if (isGuessed)
    requireOnePrice({
      file,
      inspection,
      currency: reading.currency.code,
      chosen: Object.keys(options.columns ?? {}),
      compared: ambiguous.flatMap((one) => one.columns),
      name,
    });
  if (isGuessed) requireOneRate(file, inspection, reading, name);
  const step = stepOf(resource, 'article_tax_rate', new Columns(columns), file, reading);
  if (step) requireTaxRates(step, { file, inspection, isChosen: isRateChosen(options), reading, name });
}

function needsOf(
  { resource, options, inspection }: MappingRequest,
  { fields, skip_repeats: skipsRepeats = false }: MappingFile,
): Needs {
  const { match, updates, updateOnly, clearing, hasPrice: mustHavePrice } = options;
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

function readingOf({ options, inspection }: MappingRequest, guessed: ReadonlySet<string>): Reading {
  const { timeZone = defaultTimeZone, onBadValue = 'refuse', values: meanings = {} } = options;
  return { currency: currencyOf(options), timeZone, onBadValue, meanings, inspection, guessed };
}

function currencyOf({
  currency = defaultCurrency,
  isServiceCurrency = false,
}: MappingOptions): AccountCurrency {
  return { code: currency, isFromService: isServiceCurrency };
}

/** Records that are found by another field need no ident. */
function identified({ resource, options, name, inspection }: MappingRequest, file: MappingFile): ChosenIdent {
  const isMatched = options.match !== undefined && options.match !== 'external_ident';
  if (resource === 'addresses' || inspection === undefined || isMatched) return { file, notices: [] };
  return chooseIdent({ resource, file, inspection, name }, options);
}

/** Throws an ImportError when records can't be found by a field, or when the file has no column for it. */
function requireMatch(
  { resource, columns, name }: MappingRequest,
  field: string,
  { fields }: MappingFile,
): void {
  const known = matchFields[resource];
  if (!known.includes(field))
    throw new ImportError(
      known.length === 0
        ? `--match does not apply to ${resource}: an address that a customer already has is found by its values`
        : `--match ${field}: ${resource} can be found by ${known.join(', ')}`,
    );
  const rule = fields[field];
  if (rule !== undefined && valueReader(rule, new Columns(columns))) return;
  throw new ImportError(
    `${name}: no column is mapped to ${field}, so --match ${field} can't find records: choose one of its columns (${quoted(columns)}) with ${answer(`--column ${field}=COLUMN`)}`,
  );
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

function noticesOf(
  file: MappingFile,
  columns: Columns,
  { priceIsGross: isGrossGiven, columns: chosen = {} }: MappingOptions,
): string[] {
  const { price_is_gross: isGross, tax_rate: rate, fields } = file;
  const tax = rate === undefined ? [] : [`tax rate ${rate} % for rows without one`];
  const other =
    isGrossGiven === undefined ? ` (${answer('--no-price-is-gross')} if they are without tax)` : '';
  if (isGross) return [[`prices are read as gross, with tax included${other}`, ...tax].join('; ')];
  const net = columnIn(columns, fields.article_price);
  const gross = columnIn(columns, fields.article_price_total);
  if (net === undefined) return tax;
  if (gross !== undefined)
    return [
      ...tax,
      `"${net}" gives the net price; "${gross}" is used in rows without it, and must fit it in others`,
    ];
  if (priceName.isRetail(net))
    return [
      ...tax,
      `"${net}" is read as a net price, but such prices mostly include the tax (${answer(`--column article_price_total="${net}"`)})`,
    ];
  if (taxMeaning(net) === 'net' || isGrossGiven === false) return tax;
  if (!isUnclear(net, chosen.article_price !== undefined)) return tax;
  const named = taxMeaning(net) === 'gross' ? ', but its name says gross' : ': its name does not say';
  const notice = `"${net}" is read as a net price${named} (${answer('--price-is-gross')} if it includes the tax)`;
  return [...tax, taxMeaning(net) === 'gross' ? notice : known('unnamed_net_price', [net], notice)];
}

function relativeNotices({ guess = false, inherit, carry_down: carry }: MappingFile): string[] {
  const isGuessed = guess && (inherit === undefined || inherit.value === undefined);
  const by = isGuessed ? [inherit?.by ?? [], carry?.by ?? []].flat() : [];
  if (by.length === 0) return [];
  const names = [...new Set(by)].map((column) => `"${column}"`);
  return [`variants take what they lack from their product, which ${list(names, 'or')} names`];
}

function columnIn(columns: Columns, rule: FieldRule | undefined): string | undefined {
  const [index] = columns.findAll(allColumnsOf(rule));
  return index === undefined ? undefined : columns.names[index];
}

/** The name of a column that the user chose may have any words. */
function isUnclear(column: string, isChosen: boolean): boolean {
  const amount = amountColumn(column, '') ?? amountColumn(column, 'EUR');
  return amount === undefined ? isChosen : amount.rank === unmarkedRank || amount.field !== 'article_price';
}
