import { fullName, type Preset } from '../rules/mappingFile.ts';

const buyer = ['Buyer Username', 'User Id', 'Nutzername des Käufers', 'Mitgliedsname'];

/**
 * Seller Hub > Orders > Download report: one row for each order and each of its items, so a buyer has several. The first line
 * is blank or has commas only, the last ones count the records. Column names: "Sales Record Number", "Buyer Username" and
 * the layout as in reports that public repositories keep as test data; the German ones likewise ("Nutzername des Käufers",
 * "Käuferadresse 1"). eBay's own list (developer.ebay.com, "mip-definitions-order-report") describes another report. Not
 * confirmed: the German "Versand an ..." columns.
 */
export const ebayBuyers: Preset = {
  requires: [buyer],
  signature: [['Sales Record Number', 'Verkaufsprotokollnummer', 'Item Number', 'Angebotsnummer']],
  label: 'an eBay order report',
  ignore_lines: 'record\\(s\\) downloaded|seller id|datens(?:atz|ätze).*heruntergeladen|^verkäufer',
  skip: [{ columns: buyer, because: 'the row has no buyer' }],
  // The first row of an order has the address; the rows of its items may not have it.
  skip_repeats: 'another order or item of the buyer in the row before',
  fields: {
    external_ident: buyer,
    ...fullName(
      'bill_',
      'Buyer Name',
      'Buyer Fullname',
      'Name des Käufers',
      'Vollständiger Name des Käufers',
    ),
    bill_street: ['Buyer Address 1', 'Adresse 1 des Käufers', 'Käuferadresse 1'],
    bill_street2: ['Buyer Address 2', 'Adresse 2 des Käufers', 'Käuferadresse 2'],
    bill_zipcode: ['Buyer Zip', 'Buyer Postcode', 'PLZ des Käufers', 'Postleitzahl des Käufers'],
    bill_city: ['Buyer City', 'Buyer Town/City', 'Ort des Käufers'],
    bill_country: ['Buyer Country', 'Land des Käufers'],
    // The current report has only the phone number of the shipment.
    bill_phone: ['Buyer Phone Number', 'Telefonnummer des Käufers', 'Ship To Phone', 'Post To Phone'],
    bill_email: ['Buyer Email', 'E-Mail des Käufers'],
    ...fullName('delivery_', 'Ship To Name', 'Post To Name', 'Versand an - Name'),
    delivery_street: ['Ship To Address 1', 'Post To Address 1', 'Versand an - Adresse 1'],
    delivery_street2: ['Ship To Address 2', 'Post To Address 2', 'Versand an - Adresse 2'],
    delivery_zipcode: ['Ship To Zip', 'Post To Postcode', 'Versand an - PLZ'],
    delivery_city: ['Ship To City', 'Post To City', 'Versand an - Ort'],
    delivery_country: ['Ship To Country', 'Post To Country', 'Versand an - Land'],
    delivery_phone: ['Ship To Phone', 'Post To Phone', 'Versand an - Telefon'],
  },
};
