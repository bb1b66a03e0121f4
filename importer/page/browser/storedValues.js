/** Names of stored values, by the field without its side and the value. */
export const valueNames = {
  'article_unit unit_ppu': ['piece', 'Stück'],
  'article_unit unit_hour': ['hour', 'Stunde'],
  'article_unit unit_lump': ['lump sum', 'Pauschale'],
  'article_unit unit_kg': ['kg', 'kg'],
  'title -1': ['Company', 'Firma'],
  'title 0': ['Mr', 'Herr'],
  'title 1': ['Ms', 'Frau'],
  'title 2': ['diverse', 'divers'],
  'title 3': ['none', 'keine'],
  'title 4': ['Family', 'Familie'],
  'title 5': ['Couple', 'Eheleute'],
  'title 6': ['Dr.', 'Dr.'],
  'title 7': ['Prof.', 'Prof.'],
  'is_business_client 0': ['no', 'nein'],
  'is_business_client 1': ['yes', 'ja'],
  'divergent_delivery_address 0': ['no', 'nein'],
  'divergent_delivery_address 1': ['yes', 'ja'],
};

const money = /^article_(?:price|price_total|purchase_price)$/;

/** Returns the values that have names in a field, each with its texts; none for other fields. */
export function namedValues(field) {
  const start = `${withoutSide(field)} `;
  return Object.entries(valueNames)
    .filter(([key]) => key.startsWith(start))
    .map(([key, pair]) => [key.slice(start.length), pair]);
}

function withoutSide(field) {
  return field.replace(/^(?:bill|delivery)_/, '');
}

/** Writes a stored value for people. `account` has the currency and the time zone; it is undefined before the service was asked. */
export function storedText(field, value, { language, one, account }) {
  if (value === undefined || value === null || value === '') return '';
  const name = valueNames[`${withoutSide(field)} ${value}`];
  if (name) return one(name);
  if (money.test(field) && account) return moneyText(Number(value), account.currency, language);
  if (field === 'article_tax_rate') return `${Number(value).toLocaleString(language)} %`;
  if (field.endsWith('_country')) return countryText(String(value), language);
  if (field === 'date_created' && account) return dateText(String(value), account.time_zone, language);
  return String(value);
}

function moneyText(value, currency, language) {
  return value.toLocaleString(language, { style: 'currency', currency, maximumFractionDigits: 4 });
}

function countryText(code, language) {
  if (!/^[a-z]{2}$/i.test(code)) return code;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase());
}

/** Leaves out midnight, which files without a time have. */
function dateText(stored, timeZone, language) {
  const time = new Date(`${stored.replace(' ', 'T')}Z`);
  if (Number.isNaN(time.getTime())) return stored;
  const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone };
  const clock = time.toLocaleTimeString('de', { timeZone });
  return clock === '00:00:00'
    ? time.toLocaleDateString(language, day)
    : time.toLocaleString(language, { ...day, hour: '2-digit', minute: '2-digit' });
}
