import { country, dateTime, ident, line, title } from './field.ts';

/** The delivery_* fields of a delivery address (spec section 2.2), which customer.create takes too. */
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

/** What the service sets by itself. */
export const addressReadOnly = {
  address_ident: ident(),
  customer_ident: ident(),
  date_created: dateTime(),
  date_updated: dateTime(),
};
