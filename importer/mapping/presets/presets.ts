import { Columns } from '../../rows/columns.ts';
import { ImportError } from '../../source/importError.ts';
import type { MappingFile, Preset } from '../rules/mappingFile.ts';
import { type Resource, resources } from '../rules/resourceFields.ts';
import { amazonBuyers } from './amazon.ts';
import { billbeeArticles, billbeeCustomers } from './billbee.ts';
import { datevDebtors } from './datev.ts';
import { easybillArticles, easybillCustomers } from './easybill.ts';
import { ebayBuyers } from './ebay.ts';
import { gambioArticles } from './gambio.ts';
import { jtlArticles, jtlCustomers } from './jtl.ts';
import { lexwareArticles, lexwareCustomers } from './lexware.ts';
import { magentoCustomers, magentoProducts } from './magento.ts';
import { odooContacts, odooProducts } from './odoo.ts';
import { oxidArticles, oxidCustomers } from './oxid.ts';
import { plentyArticles, plentyCustomers } from './plenty.ts';
import { prestashopCustomers, prestashopProducts } from './prestashop.ts';
import { sapArticles, sapCustomers } from './sapBusinessOne.ts';
import { sevdeskArticles, sevdeskCustomers } from './sevdesk.ts';
import { shopifyCustomers, shopifyProducts } from './shopify.ts';
import { shopware5Articles, shopware5Customers } from './shopware5.ts';
import { shopware6Customers, shopware6Products } from './shopware6.ts';
import { woocommerceCustomers, woocommerceProducts } from './woocommerce.ts';

/** Presets by name, which is also the `external_account_name` of the records. */
const presets: Readonly<Record<Resource, Readonly<Record<string, Preset>>>> = {
  customers: {
    shopify: shopifyCustomers,
    woocommerce: woocommerceCustomers,
    ebay: ebayBuyers,
    amazon: amazonBuyers,
    billbee: billbeeCustomers,
    lexware: lexwareCustomers,
    shopware5: shopware5Customers,
    shopware6: shopware6Customers,
    jtl: jtlCustomers,
    oxid: oxidCustomers,
    prestashop: prestashopCustomers,
    magento: magentoCustomers,
    plenty: plentyCustomers,
    datev: datevDebtors,
    sevdesk: sevdeskCustomers,
    easybill: easybillCustomers,
    odoo: odooContacts,
    sap: sapCustomers,
  },
  articles: {
    shopify: shopifyProducts,
    woocommerce: woocommerceProducts,
    billbee: billbeeArticles,
    lexware: lexwareArticles,
    shopware5: shopware5Articles,
    shopware6: shopware6Products,
    jtl: jtlArticles,
    oxid: oxidArticles,
    gambio: gambioArticles,
    prestashop: prestashopProducts,
    magento: magentoProducts,
    plenty: plentyArticles,
    sevdesk: sevdeskArticles,
    easybill: easybillArticles,
    odoo: odooProducts,
    sap: sapArticles,
  },
  addresses: {},
};

export function presetNames(resource: Resource): readonly string[] {
  return Object.keys(presets[resource]);
}

export function presetOf(resource: Resource, name: string): Preset | undefined {
  return Object.hasOwn(presets[resource], name) ? presets[resource][name] : undefined;
}

/** Throws ImportError for an unknown name, and when the columns are not those of the program. */
export function presetMapping(
  resource: Resource,
  name: string,
  columns: readonly string[],
  file: string,
): MappingFile {
  const preset = presetOf(resource, name);
  if (!preset) throw new ImportError(`unknown preset ${name} for ${resource}; ${available(resource)}`);
  const { requires, signature: _, label: __, rates: ___, ...mapping } = preset;
  const missing = missingIn(columns, requires);
  if (missing.length > 0)
    throw new ImportError(
      `${file} is not an export that preset ${name} reads: missing column ${missing.map(quoted).join(' and column ')}${hint(columns)}`,
    );
  return { account_name: name, ...mapping };
}

function hint(columns: readonly string[]): string {
  const found = exportOf(columns);
  return found
    ? `; it is ${found.label} of ${found.resource}: import ${found.resource} with --preset ${found.preset}`
    : '';
}

/** Recognizes an export by its `signature`; returns undefined unless that is certain. */
export function exportOf(columns: readonly string[]) {
  for (const resource of resources)
    for (const [preset, { requires, signature, label, guess: isGuessed = false }] of Object.entries(
      presets[resource],
    ))
      if (signature && label && missingIn(columns, [...requires, ...signature]).length === 0)
        return { resource, preset, label, isGuessed };
  return undefined;
}

/** Returns the wanted columns that are missing; of alternatives, one is enough. */
function missingIn(columns: readonly string[], wanted: Preset['requires']): Preset['requires'] {
  const found = new Columns(columns);
  return wanted.filter((alternatives) => found.findAll([alternatives].flat()).length === 0);
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
