/** Values that stand in the examples for idents that the service gives, and for times. */
export const exampleIdents = {
  account: 'acc_01jd2q4z0c8k3v7n5m9x1r6t2w',
  customer: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w',
  address: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w',
  article: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w',
  app: 'app_01jd2q4z0c8k3v7n5m9x1r6t2w',
  webhook: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w',
  importedCustomer: 'cus_01jd2q6a4e9m2w8r7t5y3z1x0k',
  importedArticle: 'art_01jd2q6a4e9m2w8r7t5y3z1x0k',
  /** The same external ident, but of another type. */
  otherImportedCustomer: 'cus_01jd2q7b5f0n3x9s8v6z4a2y1m',
  otherImportedArticle: 'art_01jd2q7b5f0n3x9s8v6z4a2y1m',
} as const;

/** The account of the examples. */
export const exampleAccount = {
  account_ident: exampleIdents.account,
  account_name: 'Muster GmbH',
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  term_of_credit: 14,
} as const;

/** Stands for versions, which are opaque. */
export const exampleVersion = '4.20261121160000';

/** Stands for a cursor that is older than 24 hours. */
export const expiredCursor = 'an-expired-cursor';
/** Stands for cursors, which are opaque. */
export const exampleCursor = 'MDFqZDJxNHowYzhrM3Y3bjVtOXgxcjZ0MncgNDI.4mZ0xq1vQ8uWn3bT6yRj2A';

export const exampleTime = '2026-01-31 12:00:00';
export const exampleDay = '31.01.2026';

/** The creation of a record in its history. */
export const exampleCreation = { app_id: exampleIdents.app, date: exampleTime, fields: [] };

/** Sent for records that an account has, in this order, before each example is run. */
export const importedRecords = {
  importedCustomer: {
    customer_type: 'shop',
    external_ident: '4711',
    bill_lastname: 'Muster',
    customer_nr: 'K-1',
  },
  otherImportedCustomer: {
    customer_type: 'csv',
    external_ident: '4711',
    bill_lastname: 'Beispiel',
    customer_nr: 'K-2',
  },
  sameNumberCustomer: { bill_lastname: 'Mustermann', customer_nr: 'K-1' },
  importedArticle: {
    article_type: 'shop',
    external_ident: '4711',
    article_title: 'Green tea',
    article_nr: 'A-1',
  },
  otherImportedArticle: {
    article_type: 'csv',
    external_ident: '4711',
    article_title: 'Black tea',
    article_nr: 'A-2',
  },
  sameNumberArticle: { article_title: 'White tea', article_nr: 'A-1' },
} as const;

/** The fields of the delivery address that the customer of the examples has. */
export const exampleDelivery = {
  delivery_title: -1,
  delivery_firstname: '',
  delivery_lastname: '',
  delivery_company: '',
  delivery_street: '',
  delivery_street2: '',
  delivery_zipcode: '14467',
  delivery_city: 'Potsdam',
  delivery_phone: '',
  delivery_phone_mobile: '',
  delivery_country: 'de',
};

/** The delivery address of the examples, as it is read. */
export const exampleAddress = {
  address_ident: exampleIdents.address,
  customer_ident: exampleIdents.customer,
  version: exampleVersion,
  date_created: exampleTime,
  date_updated: exampleTime,
  ...exampleDelivery,
};

/** Stands for the secrets of webhooks, and for ids of their deliveries. */
export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8rTfW5V7F2E=';
export const exampleDeliveryId = 'msg_01jd2q4z0c8k3v7n5m9x1r6t2w';
