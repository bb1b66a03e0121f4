import { ImportError } from '../../source/importError.ts';
import { Columns } from '../rules/columns.ts';
import type { Resource } from '../rules/fields.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { amazonBuyers } from './amazon.ts';
import { billbeeArticles, billbeeCustomers } from './billbee.ts';
import { ebayBuyers } from './ebay.ts';
import { lexwareArticles, lexwareCustomers } from './lexware.ts';
import type { Preset } from './preset.ts';
import { shopifyCustomers, shopifyProducts } from './shopify.ts';
import { woocommerceCustomers, woocommerceProducts } from './woocommerce.ts';

/** All presets by name, which is also the `external_account_name` of the records. */
const presets: Readonly<Record<Resource, Readonly<Record<string, Preset>>>> = {
  customers: {
    shopify: shopifyCustomers,
    woocommerce: woocommerceCustomers,
    ebay: ebayBuyers,
    amazon: amazonBuyers,
    billbee: billbeeCustomers,
    lexware: lexwareCustomers,
  },
  articles: {
    shopify: shopifyProducts,
    woocommerce: woocommerceProducts,
    billbee: billbeeArticles,
    lexware: lexwareArticles,
  },
  addresses: {},
};

/** The names of the presets for a resource. */
export function presetNames(resource: Resource): readonly string[] {
  return Object.keys(presets[resource]);
}

/** A preset as a mapping. Throws ImportError for an unknown name, and when the columns are not those of that program. */
export function presetMapping(
  resource: Resource,
  name: string,
  columns: readonly string[],
  file: string,
): MappingFile {
  const preset = Object.hasOwn(presets[resource], name) ? presets[resource][name] : undefined;
  if (!preset) throw new ImportError(`unknown preset ${name} for ${resource}; ${available(resource)}`);
  const { requires, ...mapping } = preset;
  const found = new Columns(columns);
  const missing = requires.filter((alternatives) => found.findAll([alternatives].flat()).length === 0);
  if (missing.length > 0)
    throw new ImportError(
      `${file} is not an export that preset ${name} reads: missing column ${missing.map(quoted).join(' and column ')}`,
    );
  return { account_name: name, ...mapping };
}

function available(resource: Resource): string {
  const names = presetNames(resource);
  return names.length === 0 ? 'there are none, use a mapping file' : `available: ${names.join(', ')}`;
}

function quoted(alternatives: string | readonly string[]): string {
  return [alternatives]
    .flat()
    .map((column) => `"${column}"`)
    .join(' or ');
}
