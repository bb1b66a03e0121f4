import type { InheritRule } from '../../rows/rowRules.ts';
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

/** Fields that a variant takes from its product, the title first. */
const productFields = [
  'article_title',
  'article_subtitle',
  'article_description',
  'article_unit',
  'article_tax_rate',
  'article_purchase_price',
  'article_price',
  'article_price_total',
];
/** A group is no product: its rows have prices of their own. */
const groupFields = productFields.slice(0, 5);

export function parentColumn(resource: Resource, columns: readonly string[]): string | undefined {
  return columns.find((column) => parentNames[resource].test(plainWord(column)));
}

/** Returns the rules by which variants take what they lack from their product. */
export function variantRules(
  columns: readonly string[],
  fields: FieldRules,
): Pick<MappingFile, 'inherit' | 'carry_down'> {
  const parent = parentColumn('articles', columns);
  const group = columns.find((column) => groupName.test(plainWord(column)));
  const columnsOf = (names: readonly string[]) =>
    names.flatMap((name) => (fields[name] === undefined ? [] : allColumnsOf(fields[name])));
  const inherited = columnsOf(productFields);
  if (inherited.length === 0) return {};
  const inherit =
    parent === undefined
      ? undefined
      : inheritFrom(parent, columns, fields, inherited, columnsOf(['article_price', 'article_price_total']));
  return {
    ...(group !== undefined && { carry_down: { by: group, columns: columnsOf(groupFields) } }),
    ...(inherit && { inherit }),
  };
}

function inheritFrom(
  parent: string,
  columns: readonly string[],
  fields: FieldRules,
  inherited: readonly string[],
  prices: readonly string[],
): InheritRule | undefined {
  const named = ['external_ident', 'article_nr', 'article_sku'].flatMap((field) =>
    fields[field] === undefined ? [] : allColumnsOf(fields[field]),
  );
  const keys = new Set([...named, ...columns.filter((column) => keyName.test(plainWord(column)))]);
  keys.delete(parent);
  return keys.size === 0
    ? undefined
    : { by: parent, keys: [...keys], columns: inherited, ...(prices.length > 1 && { together: prices }) };
}
