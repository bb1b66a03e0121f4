import type { Drawing } from '../../test/support/random.ts';
import type { Table } from './variants.ts';

/** Names of columns that mean the same, in the languages of Europe. */
const sameNames: readonly (readonly string[])[] = [
  ['PLZ', 'Postleitzahl', 'Zip', 'Postcode', 'Code postal', 'CAP', 'Kod pocztowy', 'Código postal'],
  ['Ort', 'Stadt', 'City', 'Town', 'Ville', 'Città', 'Miasto', 'Plaats', 'Ciudad'],
  ['Vorname', 'First name', 'Prénom', 'Imię', 'Voornaam'],
  ['Nachname', 'Last name', 'Surname', 'Nom de famille', 'Cognome', 'Nazwisko', 'Achternaam'],
  ['Firma', 'Company', 'Société', 'Azienda', 'Ragione sociale', 'Bedrijf', 'Empresa'],
  ['Straße', 'Strasse', 'Street', 'Rue', 'Ulica', 'Straat'],
  ['Country', 'Pays', 'Paese', 'Kraj', 'País'],
  ['Telefon', 'Phone', 'Téléphone', 'Telefono', 'Telefoon', 'Teléfono'],
  ['E-Mail', 'Email', 'E-mail', 'Courriel'],
  ['Kundennummer', 'Customer number', 'Numéro client', 'Codice cliente', 'Numer klienta', 'Klantnummer'],
  ['Artikelnummer', 'Artikelnr.', 'Item number', 'Numéro article', 'Codice articolo', 'Numer artykułu'],
  ['MwSt', 'MwSt %', 'VAT %', 'Taux TVA', 'Aliquota IVA', 'Stawka VAT', 'Btw %'],
  [
    'VK netto',
    'Nettopreis',
    'Preis netto',
    'Net price',
    'Prix HT',
    'Prezzo netto',
    'Cena netto',
    'Prijs excl. btw',
  ],
  [
    'VK brutto',
    'Bruttopreis',
    'Preis brutto',
    'Gross price',
    'Prix TTC',
    'Prezzo lordo',
    'Cena brutto',
    'Prijs incl. btw',
  ],
  [
    'EK netto',
    'Einkaufspreis netto',
    'Purchase price net',
    "Prix d'achat HT",
    'Prezzo di acquisto netto',
    'Cena zakupu netto',
  ],
  ['Einheit', 'Unit', 'Unité', 'Unità', 'Jednostka', 'Eenheid'],
];

/** Gives columns other names of the same meaning. Columns that the command names keep theirs, and so do exports of presets. */
export function otherNames(table: Table, words: readonly string[], draw: Drawing): Table {
  const [header = [], ...rows] = table;
  if (words.includes('--preset')) return table;
  const renamed: string[] = [];
  for (const name of header) {
    const names = sameNames.find((list) => list.some((other) => other.toLowerCase() === name.toLowerCase()));
    const other = names && !words.some((word) => word.includes(name)) ? draw.one(names) : name;
    const isFirst = header.some((another) => another.startsWith(`${name} `));
    const taken = [...header, ...renamed].some((used) => used.toLowerCase() === other.toLowerCase());
    renamed.push(taken || isFirst ? name : other);
  }
  return renamed.every((name, index) => name === header[index]) ? table : [renamed, ...rows];
}
