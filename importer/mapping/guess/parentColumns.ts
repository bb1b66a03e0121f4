import type { FieldRules, MappingFile } from '../rules/mappingFile.ts';
import type { Resource } from '../rules/resourceFields.ts';
import { allColumnsOf } from '../rules/valueReader.ts';
import { plainWord } from '../values/vocabulary.ts';

/** Names of columns that have the number of the row that a row belongs to: the product of a variant, or the company of a contact. */
const parentNames: Readonly<Record<Resource, RegExp>> = {
  articles:
    /^(?:(?:ox)?parent(?:id|sku|nr|number|product|productid|productnumber|item|itemid|article|articleid|asin)?|(?:vater|master|haupt|stamm|eltern)(?:artikel|produkt)?(?:nummer|nr|id|sku)?|mainnumber|(?:artikelnummer|artikelnr|sku)(?:vaterartikel|masterartikel|hauptartikel|parent)|variant(?:of|evon)|uebergeordneter?artikel|produitparent|articoloprincipale|prodottopadre|produktnadrzedny|hoofdartikel|productopadre)$/,
  customers:
    /^(?:parent(?:id|idid|idname|iddisplayname|name|contact|contactid|account|accountid|customer|customerid|company|companyid)?|relatedcompany(?:id)?|(?:uebergeordneter?|haupt|eltern|mutter)(?:kontakt|kunde|adresse|firma|gesellschaft|konto)?(?:nr|nummer|id)?|gehoertzu|organisationskontakt|zugehoerige(?:s|r)?(?:unternehmen|firma)|societe(?:apparentee|liee|mere)|azienda(?:collegata|madre)|(?:moeder|gerelateerd)bedrijf|firma(?:nadrzedna|powiazana)|empresa(?:relacionada|matriz))$/,
  addresses: /(?!)/,
};
const groupName = /^(?:url)?handle$|^itemgroupid$|^master(?:nummer|nr|number|id)$/;
const keyName =
  /^(?:ox)?id$|^(?:product|produkt|artikel|article|item)(?:id|nummer|nr|number|no)$|^sku$|^nummer$|^nr$/;

/** Fields whose values identify an article, or say where it comes from: a variant has its own, or none. */
const ownFields = new Set([
  'external_ident',
  'external_account_name',
  'article_nr',
  'article_sku',
  'article_ean',
  'article_type',
  'date_created',
]);
const prices: ReadonlySet<string> = new Set(['article_price', 'article_price_total']);
/** A group is not a product: its rows have prices of their own. */
const ungroupedFields = new Set([...prices, 'article_purchase_price']);
/** Fields of a variant that stay empty if its product is not in the file; the API has a default for the unit. */
const optionalFields = new Set([
  'article_subtitle',
  'article_description',
  'article_purchase_price',
  'article_unit',
]);
const keyFields = new Set(['external_ident', 'article_nr', 'article_sku']);

export function parentColumn(resource: Resource, columns: readonly string[]): string | undefined {
  return columns.find((column) => parentNames[resource].test(plainWord(column)));
}

/** Returns the rules by which variants take what they lack from their product; see `withInheritedColumns`. */
export function variantRules(
  columns: readonly string[],
  fields: FieldRules,
): Pick<MappingFile, 'inherit' | 'carry_down'> {
  const parent = parentColumn('articles', columns);
  const group = columns.find((column) => groupName.test(plainWord(column)));
  const keys = parent === undefined ? [] : keyColumns(parent, columns, fields);
  const carried = columnsOf(fields, (field) => !ownFields.has(field) && !ungroupedFields.has(field));
  return {
    ...(group !== undefined && carried.length > 0 && { carry_down: { by: group, columns: carried } }),
    ...(parent !== undefined && keys.length > 0 && { inherit: { by: parent, keys, columns: [] } }),
  };
}

function keyColumns(parent: string, columns: readonly string[], fields: FieldRules): readonly string[] {
  const named = columnsOf(fields, (field) => keyFields.has(field));
  const keys = new Set([...named, ...columns.filter((column) => keyName.test(plainWord(column)))]);
  keys.delete(parent);
  return [...keys];
}

/** Completes a rule that names the product: variants take every mapped value that they lack, except what identifies them. */
export function withInheritedColumns({ inherit: rule, ...file }: MappingFile): MappingFile {
  if (!rule) return file;
  const { fields, price_per: per } = file;
  const own = columnsOf(fields, (field) => ownFields.has(field));
  const open = (columns: readonly string[]) => columns.filter((column) => !own.includes(column));
  // A price without its number of pieces would be another one.
  const together = open([
    ...columnsOf(fields, (field) => prices.has(field)),
    ...(per ? allColumnsOf(per) : []),
  ]);
  const required = columnsOf(fields, (field) => !ownFields.has(field) && !optionalFields.has(field));
  const optional = open(columnsOf(fields, (field) => optionalFields.has(field)));
  const columns = [...new Set([...open(required), ...together, ...optional, ...rule.columns])];
  if (columns.length === 0) return file;
  const inherit = {
    ...rule,
    columns,
    ...(rule.value !== undefined && { marked: rule.columns }),
    ...(together.length > 1 && { together }),
    ...(optional.length > 0 && { optional: optional.filter((column) => !required.includes(column)) }),
  };
  return { ...file, inherit };
}

function columnsOf(fields: FieldRules, isWanted: (field: string) => boolean): readonly string[] {
  const wanted = Object.entries(fields).filter(([field]) => isWanted(field));
  return [...new Set(wanted.flatMap(([, rule]) => allColumnsOf(rule)))];
}
