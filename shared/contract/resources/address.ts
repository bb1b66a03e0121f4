import { country, dateTime, ident, line, type Meanings, version } from './field.ts';
import { title } from './titleCodes.ts';

export const deliveryFields = {
  delivery_title: title(),
  delivery_firstname: line(255),
  delivery_lastname: line(255),
  delivery_company: line(255),
  delivery_street: line(255),
  delivery_street2: line(255),
  delivery_zipcode: line(32),
  delivery_city: line(255),
  delivery_phone: line(64),
  delivery_phone_mobile: line(64),
  delivery_country: country('de'),
};

export const addressReadOnly = {
  address_ident: ident(),
  customer_ident: ident(),
  version: version(),
  date_created: dateTime(),
  date_updated: dateTime(),
};

export const addressMeanings: Meanings<typeof deliveryFields & typeof addressReadOnly> = {
  delivery_title: 'Title, see [title codes](#title-codes).',
  delivery_firstname: 'First name.',
  delivery_lastname: 'Last name.',
  delivery_company: 'Company.',
  delivery_street: 'Street and number.',
  delivery_street2: 'Second line of the address.',
  delivery_zipcode: 'Zip code.',
  delivery_city: 'City.',
  delivery_phone: 'Phone number.',
  delivery_phone_mobile: 'Mobile phone number.',
  delivery_country: 'Country of delivery.',
  address_ident: 'The delivery address.',
  customer_ident: 'The customer that the address belongs to.',
  version: 'Changes with every change of the address, see [conditional changes](#conditional-changes).',
  date_created: 'When the address was created, in UTC.',
  date_updated: 'When the address was last changed, in UTC.',
};
