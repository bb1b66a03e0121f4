import { randomInt } from 'node:crypto';
import { newId } from '../../shared/contract/values/idents.ts';

/** Values that occur nowhere else, so that whatever place holds one has got it from here. */
export class Canaries {
  readonly #values = new Map<string, string>();

  /** A value like a name or a note. */
  word(what: string): string {
    return this.keep(what, `canary ${what} ${newId()}`);
  }

  /** Makes a value of digits: programs print these also of data that they don't know as text. */
  digits(what: string, before: string): string {
    return this.keep(what, before + Array.from({ length: 18 }, () => randomInt(10)).join(''));
  }

  /** Looks for a value that was made elsewhere, too. */
  keep(what: string, value: string): string {
    this.#values.set(value, what);
    return value;
  }

  /** Returns the values that have got out, whatever became of capitals. */
  foundIn(...places: readonly (string | Uint8Array)[]): readonly string[] {
    const texts = places.map((place) => Buffer.from(place).toString('latin1').toLowerCase());
    const isThere = (value: string) => texts.some((text) => text.includes(asLatin1(value)));
    return [...this.#values].filter(([value]) => isThere(value)).map(([, what]) => what);
  }

  /** The fields of a customer that say who it is, each with a value of its own. */
  customer() {
    const words = [
      'bill_firstname',
      'bill_lastname',
      'bill_company',
      'bill_street',
      'bill_city',
      'account_bank',
    ];
    const others = [
      'customer_nr',
      'external_ident',
      'delivery_lastname',
      'delivery_street',
      'account_wallet',
    ];
    return {
      ...Object.fromEntries([...words, ...others].map((field) => [field, this.word(field)])),
      divergent_delivery_address: 1 as const,
      bill_phone: this.digits('bill_phone', '+49 30 '),
      bill_email: this.keep('bill_email', `${newId()}@canary.example`),
      account_iban: this.digits('account_iban', 'DE'),
      user_note: `a note:\n${this.word('user_note')}`,
    };
  }

  article() {
    const fields = ['article_title', 'article_subtitle', 'article_description', 'article_nr', 'article_sku'];
    return Object.fromEntries(fields.map((field) => [field, this.word(field)])) as {
      readonly article_title: string;
    };
  }
}

function asLatin1(value: string): string {
  return Buffer.from(value).toString('latin1').toLowerCase();
}
