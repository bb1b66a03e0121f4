import { type FieldRule, fullName, type Preset } from '../rules/mappingFile.ts';

const billed = ['bill-address-1', 'bill-address-2', 'bill-address-3', 'bill-postal-code', 'bill-city'];

/** Takes all parts of an address from one source: the billing address if the row has one, and else that of the shipment. */
function billedOrShipped(part: string): FieldRule {
  return { column: `bill-${part}`, needs: billed, fallback: { column: `ship-${part}`, unless: billed } };
}

/**
 * Seller Central > Order Reports: tab-separated, one row for each item. Column names: sellercentral-europe.amazon.com help page
 * 201648780 ("Order Report"); `bill-...` only in reports for sellers who may see them.
 */
export const amazonBuyers: Preset = {
  requires: [['order-id', 'amazon-order-id'], ['recipient-name', 'buyer-name'], 'ship-address-1'],
  signature: [['order-item-id', 'purchase-date', 'sku', 'ship-service-level']],
  label: 'an Amazon order report',
  skip: [{ columns: ['recipient-name', 'buyer-name'], because: 'the row continues an order' }],
  skip_repeats: 'another order or item of the buyer in the row before',
  fields: {
    // Amazon's e-mail address is the same for all orders of a buyer. Some reports leave it out.
    external_ident: {
      column: 'buyer-email',
      fallback: {
        hash: ['buyer-name', 'recipient-name', 'ship-address-1', 'ship-postal-code', 'ship-country'],
      },
    },
    ...fullName('bill_', 'bill-name', 'buyer-name', 'recipient-name'),
    bill_company: 'buyer-company-name',
    bill_vat_nr: 'buyer-vat-number',
    is_business_client: 'is-business-order',
    bill_street: billedOrShipped('address-1'),
    bill_street2: billedOrShipped('address-2'),
    bill_zipcode: billedOrShipped('postal-code'),
    bill_city: billedOrShipped('city'),
    bill_country: billedOrShipped('country'),
    bill_phone: ['buyer-phone-number', 'ship-phone-number'],
    bill_email: 'buyer-email',
    ...fullName('delivery_', 'recipient-name'),
    delivery_street: 'ship-address-1',
    delivery_street2: 'ship-address-2',
    delivery_zipcode: 'ship-postal-code',
    delivery_city: 'ship-city',
    delivery_country: 'ship-country',
    delivery_phone: ['ship-phone-number', 'buyer-phone-number'],
  },
};
