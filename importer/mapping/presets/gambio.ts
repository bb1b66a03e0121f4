import type { Preset } from '../rules/mappingFile.ts';

/**
 * Gambio, Import/Export > article data, profile "[Gambio] Artikelexport"; also of other programs that come from xt:Commerce.
 * Column names: github.com/gambio/manual, "Export", and cseo.atlassian.net, "Produkte per CSV importieren".
 */
export const gambioArticles: Preset = {
  requires: ['XTSOL', ['p_model', 'p_id']],
  signature: [['p_priceNoTax', 'p_name.de', 'p_name.en']],
  label: 'a Gambio export',
  guess: true,
  decimal: '1234.56',
  fields: {
    external_ident: ['p_model', 'p_id'],
    article_nr: 'p_model',
    article_title: ['p_name.de', 'p_name.en'],
    article_subtitle: { column: ['p_shortdesc.de', 'p_shortdesc.en'], plain_text: true },
    article_description: { column: ['p_desc.de', 'p_desc.en'], plain_text: true },
    article_ean: 'p_ean',
    article_price: 'p_priceNoTax',
    article_tax_rate: 'p_tax',
    date_created: 'p_date_added',
  },
};
