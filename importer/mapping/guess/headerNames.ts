import type { Resource } from '../rules/fields.ts';

/** German and English headers for each field, as `plainWord` writes them. */
type Names = Readonly<Record<string, string>>;

/** The fields of a person and its address, without `bill_` and `delivery_`. */
const addressParts: Names = {
  title: 'anrede title salutation titel',
  firstname: 'vorname firstname givenname',
  lastname: 'nachname lastname surname familyname name',
  company: 'firma firmenname company companyname unternehmen organisation organization',
  street:
    'strasse str street address address1 addressline1 adresse adresse1 anschrift strassehausnummer strasseundhausnummer strassenr strassehausnr streetaddress',
  street2:
    'adresszusatz zusatz address2 addressline2 street2 adresse2 strasse2 adresszeile2 anschriftzusatz adresszusatz1',
  zipcode: 'plz postleitzahl zip zipcode postcode postalcode',
  city: 'ort stadt city town wohnort',
  country: 'land country countrycode laendercode landcode staat laenderkuerzel',
  phone: 'telefon tel telefonnummer phone phonenumber telephone telefon1 festnetz telnr',
  phone_mobile:
    'mobil handy mobile mobiltelefon mobilephone cell cellphone mobilnummer handynummer telefonmobil',
};

const billing = [
  '',
  'rechnung',
  'rechnungs',
  'rechnungsadresse',
  'rechnungsanschrift',
  'billing',
  'bill',
  'billingaddress',
  'invoice',
];
const delivery = [
  'liefer',
  'lieferung',
  'lieferadresse',
  'lieferanschrift',
  'delivery',
  'deliveryaddress',
  'shipping',
  'ship',
  'shipto',
  'shippingaddress',
  'versand',
  'versandadresse',
];

const customerNames: Names = {
  external_ident: 'id externeid externalid kundenid customerid uid',
  customer_nr:
    'kundennummer kundennr kdnr kundenr customernumber customerno customernr debitor debitorennummer debitornr',
  is_business_client:
    'firmenkunde geschaeftskunde businesscustomer business b2b isbusiness gewerblich kundentyp customertype kundenart',
  ...prefixed('bill_', billing),
  bill_vat_nr: 'ustid ustidnr umsatzsteuerid umsatzsteueridnr ustidnummer vat vatnr vatid vatnumber vatno',
  bill_email: 'email mail emailadresse emailaddress rechnungsemail billingemail emailkunde',
  ...prefixed('delivery_', delivery),
  account_bank: 'bank bankname kreditinstitut',
  account_bic: 'bic swift swiftcode',
  account_iban: 'iban',
  account_wallet: 'paypal wallet paypalkonto paypaladresse',
  term_of_credit:
    'zahlungsziel zahlungszieltage zahlungszielintagen zahlungsfrist termofcredit paymentterm paymentterms',
  user_note: 'notiz notizen bemerkung bemerkungen note notes kommentar comment anmerkung anmerkungen',
  public_authority_id: 'leitwegid leitweg',
  date_created:
    'angelegt angelegtam erstellt erstelltam erstelldatum createdat created datecreated registriertam',
};

const addressNames: Names = {
  customer_external_ident:
    'kundenid customerid externekundenid externalcustomerid kundennummer kundennr kdnr customernumber',
  ...prefixed('delivery_', ['', ...delivery]),
};

const articleNames: Names = {
  external_ident: 'id externeid externalid artikelid productid produktid itemid',
  article_nr:
    'artikelnummer artikelnr artnr nummer nr number itemno itemnumber articlenumber productnumber produktnummer',
  article_title:
    'titel title name bezeichnung artikelbezeichnung artikelname produktname productname product artikel produkt bezeichnung1',
  article_subtitle: 'untertitel subtitle kurzbeschreibung shortdescription kurztext bezeichnung2',
  article_description:
    'beschreibung description langtext langbeschreibung text artikelbeschreibung produktbeschreibung',
  article_sku: 'sku artikelsku',
  article_ean: 'ean gtin barcode eangtin gtinean isbn ean13 eancode strichcode',
  article_unit: 'einheit unit mengeneinheit me verkaufseinheit vpe',
  article_price:
    'preis price nettopreis preisnetto vknetto verkaufspreis netto nettovk netprice pricenet unitprice einzelpreis vk vkpreis vkpreisnetto verkaufspreisnetto',
  article_price_total:
    'bruttopreis preisbrutto vkbrutto brutto bruttovk grossprice pricegross vkpreisbrutto verkaufspreisbrutto endpreis',
  article_tax_rate:
    'steuersatz mwst mwstsatz ust ustsatz umsatzsteuer umsatzsteuersatz mehrwertsteuer steuer tax taxrate vatrate vat taxpercent',
  article_purchase_price:
    'ek einkaufspreis eknetto ekpreis purchaseprice cost costprice costperitem einkaufspreisnetto',
  date_created: 'angelegt angelegtam erstellt erstelltam createdat created datecreated',
};

const headerNames: Readonly<Record<Resource, Names>> = {
  customers: customerNames,
  addresses: addressNames,
  articles: articleNames,
};

function prefixed(field: string, prefixes: readonly string[]): Names {
  const entries = Object.entries(addressParts).map(([part, names]) => [
    field + part,
    prefixes.flatMap((prefix) => names.split(' ').map((name) => prefix + name)).join(' '),
  ]);
  return Object.fromEntries(entries) as Names;
}

/** The field of each header. */
export function fieldsByName(resource: Resource): ReadonlyMap<string, string> {
  const pairs = Object.entries(headerNames[resource]).flatMap(([field, names]) =>
    names.split(' ').map((name) => [name, field] as const),
  );
  // A header that two fields have belongs to the first one.
  return new Map(pairs.toReversed());
}
