import { ImportError } from '../../importError.ts';
import { Columns } from '../columns.ts';
import type { Resource } from '../fields.ts';
import { amazonBuyers } from './amazon.ts';
import { billbeeArticles, billbeeCustomers } from './billbee.ts';
import { ebayBuyers } from './ebay.ts';
import { lexwareArticles, lexwareCustomers } from './lexware.ts';
import type { Preset } from './preset.ts';
import { shopifyCustomers, shopifyProducts } from './shopify.ts';
import { woocommerceCustomers, woocommerceProducts } from './woocommerce.ts';

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

/** The presets there are for a resource. */
export function presetNames(resource: Resource): readonly string[] {
  return Object.keys(presets[resource]);
}

/** A preset by its name. Throws ImportError when there is none, or when the file is not that program's. */
export function presetFor(resource: Resource, name: string, columns: readonly string[]): Preset {
  const preset = Object.hasOwn(presets[resource], name) ? presets[resource][name] : undefined;
  if (!preset) {
    const names = presetNames(resource).join(', ');
    throw new ImportError(`there is no preset ${name} for ${resource}${names && `: there are ${names}`}`);
  }
  const found = new Columns(columns);
  const missing = preset.needs.filter((alternatives) => found.findAll([alternatives].flat()).length === 0);
  if (missing.length > 0)
    throw new ImportError(
      `this is not what the preset ${name} reads: there is no column ${missing
        .map((names) =>
          [names]
            .flat()
            .map((column) => `"${column}"`)
            .join(' or '),
        )
        .join(', and no column ')}`,
    );
  return preset;
}
