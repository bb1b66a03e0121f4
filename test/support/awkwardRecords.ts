import type { TestAccount } from './account.ts';

/** Texts that a file or a spreadsheet may change. */
const texts = [
  '=1+1',
  '+49 30 1234',
  '-x',
  '@home',
  "'=1+1",
  "''=x",
  '="007"',
  '"quoted"',
  'a,b;c',
  "O'Hara",
  '#N/A',
  '1E+12',
  '00123',
  '05. Dez',
  'n/a',
  'NULL',
  '-',
  'Summe',
  'MÃ¼ller',
  'Müller 漢字 🎉',
  '1.234',
  'true',
  '%_\\',
];

/** Creates customers whose values are easily damaged in a file, some with a delivery address, an external_ident or neither. */
export async function awkwardCustomers({ client }: TestAccount): Promise<void> {
  for (const [index, text] of texts.entries())
    await client.customer.create({
      bill_company: text,
      bill_lastname: texts[(index + 1) % texts.length] as string,
      bill_zipcode: '01067',
      bill_phone: text,
      bill_email: index % 2 ? 'not an address' : '',
      is_business_client: index % 2 ? 0 : 1,
      customer_nr: `00${index}`,
      account_iban: 'DE00 none',
      bill_country: index % 3 ? 'na' : '',
      user_note: `${text}\n\n\tsecond "line"; third,\nfourth`,
      date_created: '2001-02-03 04:05:06',
      ...(index % 3 === 0 && {
        external_ident: text,
        customer_type: 'shop',
        external_account_name: 'A, B',
      }),
      ...(index % 4 === 0 && {
        divergent_delivery_address: 1 as const,
        delivery_street: text,
        delivery_country: '',
        delivery_title: 6 as const,
      }),
    });
  await client.customer.create({});
}

/** Creates articles of the same kind. */
export async function awkwardArticles({ client }: TestAccount): Promise<void> {
  const rates = [0, 0.5, 7, 19, 5.5, 0.19, 100];
  for (const [index, text] of texts.entries())
    await client.article.create({
      article_title: text,
      article_subtitle: text,
      article_description: `${text}\n${text}`,
      article_sku: text,
      article_nr: `00${index}`,
      article_ean: '0401234',
      article_price: `${index * 1e3 + 0.1234}`,
      article_tax_rate: rates[index % rates.length] as number,
      article_purchase_price: '-99999999999.9999',
      article_unit: index % 2 ? 'unit_kg' : 'unit_lump',
      ...(index % 3 === 0 && {
        external_ident: `00${index}`,
        article_type: '=shop',
      }),
    });
}
