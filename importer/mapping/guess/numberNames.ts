import { plainWord } from '../values/vocabulary.ts';

const identEnd = /(?:^|\w)(?:id|ident|nr|no|nummer|number|code|key|uuid|guid)$/;

/** An ident of the program is not a number that people use. */
const numberEnd = /\w(?:nr|no|nummer|number|code|kod|cod|ref)$/;

/** Matches the first word of `Nº paciente`, `Cod. cliente` and `Numer ucznia`. */
const numberStart =
  /^(?:n[º°.]?|nr\.?|no\.?|num\.?|n[uú]m(?:ero|er)?|nummer|number|cod\.?|code|codice|c[oó]d(?:igo)?\.?|kod|r[eé]f\.?|r[eé]f[eé]rence|rif\.?|č[ií]slo)(?=[\s_-]\s*\p{L})/iu;

/** Matches names of numbers that are not those of a customer or an article: of taxes, houses, phones, banks, places and suppliers. */
const otherNumber =
  /^(?:lfd|laufende|pos|line|row)|ust|mwst|vat|tax|tva|iva|btw|steuer|^uid|^nip|siret|siren|haus|house|maison|civic|huis|dom|tele|phone|fax|mobil|konto|bank|iban|bic|zip|plz|post|country|land|currency|register|order|bestell|auftrag|rechnung|invoice|factu|fatt|faktur|lieferant|kreditor|supplier|vendor|fournisseur|fornitor|leverancier|dostawc|proveedor|fornecedor/;

/** True if the number may identify a customer or an article by its name. */
export function isIdentName(column: string): boolean {
  const word = plainWord(column);
  return identEnd.test(word) && !otherNumber.test(word);
}

/** True if people may know the record by this number: its name has the word for a number at either end. */
export function isNumberName(column: string): boolean {
  const isNumber = numberStart.test(column.trim()) || numberEnd.test(plainWord(column));
  return isNumber && !otherNumber.test(plainWord(column));
}

/** True for `No.`, which does not say of what. */
export function isBareNumber(column: string): boolean {
  return /^(?:nr|no|nummer|number|code|codice|kod|ref|reference)$/.test(plainWord(column));
}

const number = '(?:n[or]?|num(?:ero|er)?|nummer|number|cod(?:e|ice|igo)?|kod|ref(?:erence)?|rif|id)';
const person =
  '(?:kunden?|kd|clients?|clienti?|cliente|klanten?|klienta?|customer|debitor(?:en)?|debiteur|member|mitgl(?:ieds?)?|lid|socio|patient(?:en)?|paciente|paziente|pacjenta?|alumno|allievo|eleve|schueler|pupil|student(?:en)?|utente|usuario|abonne|abonnent(?:en)?|subscriber|gast|guest|mieter|tenant|huurder|teilnehmer|deelnemer)';
const ofCustomer = new RegExp(`^(?:${number}d?[eiu]?${person}|${person}s?${number})$`);

/** True for the number of somebody who is a customer, whatever the file calls customers: `Cod. cliente`, `Mitgl.-Nr.`. */
export function isCustomerNumber(column: string): boolean {
  return ofCustomer.test(plainWord(column.replaceAll('º', '')));
}
