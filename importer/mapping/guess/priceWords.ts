/**
 * Words for prices, as `plainWord` writes them; `anyOf` and `bare` read these lists. A word also counts inside others, but with ^
 * only at the beginning of a word, and with $ only at the end of one.
 */
export const priceWords = {
  price: [
    'preis preise price prices prix prezzo prezzi precio precios prijs prijzen fiyat fiyati egysegar',
    // French `compris` is not a price.
    '^preco ^precos ^hinta ^cena$ ^ceny$ ^pret$ (?<!com)pris$ priser$',
  ].join(' '),
  short: '^vk$ ^vkp$ ^pv$ ^pu$ ^ar$',
  purchase: [
    'einkauf purchase buying achat acquisto zakup zakupu inkoop aankoop compra selbstkosten gestehung einstand kostpris kostprijs',
    'indkob inkop inkoep innkjop nakup nakupni beszerzes beszerzesi',
    '^ek$ ^ekp$ ^kost$ ^cost$ ^costs$ ^coste$ ^costo$ ^custo$ ^supply$ ^gld$ ^paht$ ^alis ^osto',
  ].join(' '),
  tax: 'mwst mehrwertsteuer mehrwertsteuern ust umsatzsteuer steuer steuern tax taxes taxe vat gst iva tva moms mva btw belasting kdv podatek podatku imposta imposte impuesto impuestos dph afa alv',
  with: 'mit with inc avec con com cu met',
  without: 'ohne without hors sans senza sin sem zonder bez uden utan fara',
  gross: 'brutto ^bruto$ ^ttc$ ^tvac$ ^lordo$ ^lorda$ ^ivato$ ^ivata$ ^pvp$',
  net: 'netto ^netta$ ^neto$ ^neta$ ^ht$ ^htva$ ^imponibile$',
} as const;

/** Returns the source of a regular expression that matches each of the words. */
export function anyOf(list: string): string {
  return `(?:${list.replaceAll(/[$^]/g, '\\b').replaceAll(' ', '|')})`;
}

/** Returns the words without the signs that say where they count. */
export function bare(list: string): string {
  return list.replaceAll(/[$^]|\(.*?\)/g, '');
}
