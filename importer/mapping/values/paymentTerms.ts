import type { Converted } from './cells.ts';

const days =
  '(?:tagen?|tge?|t|days?|d|jours?|j|giorni|gg|dni|dagen|dias?|días?|dage|dager|dagar|nap|gün|gun)\\.?';
const net = '(?:rein )?(?:netto|nett|net|n|neto|nettó)';
/** Matches `14`, `14 Tage netto`, `Net 30`, `N30` and `netto 14 dage`. */
const plainTerm = new RegExp(`^(?:${net}[ /]*)?(\\d{1,9})(?:[.,]0+)?(?: ?${days})?(?: ${net})?$`, 'i');
/** Matches the days without discount in `2/10 net 30` and `14 Tage 2 % Skonto, 30 Tage netto`. */
const netTerm = new RegExp(
  `(?:^|[ ,;/])(?:${net}[ /]*(\\d{1,3})(?: ?${days})?|(\\d{1,3}) ?(?:${days})? ?${net})$`,
  'i',
);
const discount = /%|^\d{1,2}(?:[.,]\d+)?\/\d{1,3}\b|skonto|discount|escompte|sconto|korting|descuento/i;
const atOnce =
  /^(?:sofort(?: (?:fällig|zahlbar|netto|rein netto))*|(?:due|payable) (?:up)?on receipt|immediate(?:ly)?|à réception|comptant|a vista|contado|bij ontvangst)$/i;

/** Converts a payment term to days. The discount of one with a discount is left out, and counted. */
export function toDays(text: string): Converted {
  const [, plain] = plainTerm.exec(text) ?? [];
  if (plain !== undefined) return Number(plain);
  if (atOnce.test(text)) return 0;
  const hasDiscount = discount.test(text);
  const [, before, after] = hasDiscount ? (netTerm.exec(text) ?? []) : [];
  const found = before ?? after;
  if (found !== undefined) return { value: Number(found), repair: 'cash discount left out' };
  const why = hasDiscount
    ? 'has a cash discount, but not the days without it, such as "30 days net"'
    : 'is not a number of days, such as 14';
  return { problem: `"${text}" ${why}` };
}
