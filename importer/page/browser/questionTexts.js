/** German texts for questions on a whole file, by a pattern of the English one. Their answers are buttons. {1} is the first group. */
export const questionTexts = [
  [
    /: no column gives the country, and the zip codes are not German \((.+?)\): /,
    'Keine Spalte nennt das Land, und die Postleitzahlen sind keine deutschen ({1}). In welchem Land liegen sie?',
  ],
  [
    /"(.+?)" has only names or codes of countries \((.+?)\), and no other column gives the country: /,
    'Die Spalte „{1}“ hat nur Namen oder Kürzel von Ländern ({2}), und keine andere nennt das Land.',
  ],
  [
    /column "(.+?)" has unknown codes of countries \((.+?)\), and no other column gives the country: /,
    'Die Spalte „{1}“ hat unbekannte Nummern oder Kürzel von Ländern ({2}), und keine andere nennt das Land.',
  ],
  [
    /some rows have no name in "(.+?)", but have one in "(.+?)": /,
    'Einige Zeilen haben in „{1}“ keinen Namen, aber in „{2}“.',
  ],
  [
    /column "(.+?)" has the accounts of suppliers, from 70000, in (\S+ rows?)/,
    'Die Spalte „{1}“ hat Konten von Lieferanten, ab 70000: {2}.',
  ],
  [
    /column "(.+?)" has discounts \((.+?)\) beside the prices of "(.+?)": /,
    'Die Spalte „{1}“ hat Rabatte ({2}) neben den Preisen in „{3}“. Sollen diese Preise ohne den Rabatt gespeichert werden? Sonst in der Datei ausrechnen.',
  ],
  [
    /"([^"]+)" names another row in (\S+) of (\S+) rows \(lines? (.+?)\): /,
    '„{1}“ nennt bei {2} von {3} Zeilen eine andere Zeile (Zeile {4}): vermutlich Kontakte oder Adressen eines Kunden.',
  ],
  [
    /column "(.+?)" (?:is in|has) "?(\w+)"?, but the account's currency is (\w+)/,
    'Die Spalte „{1}“ nennt die Währung {2}, das Konto hat aber {3}. Die Preise umrechnen.',
  ],
  [
    /column "(.+?)" seems to have units \((.+?)\), and no column gives them: /,
    'Die Spalte „{1}“ enthält vermutlich Einheiten ({2}). Ohne sie gelten alle Preise je Stück.',
  ],
  [
    /column "(.+?)" seems to have amounts instead of tax rates in percent \((.+?)\): /,
    'Die Spalte „{1}“ enthält vermutlich Beträge statt Steuersätze ({2}).',
  ],
  [
    /column "(.+?)" has fractions instead of tax rates in percent \((.+?)\): /,
    'Die Spalte „{1}“ enthält Dezimalbrüche statt Prozente ({2}).',
  ],
  [
    /column "(.+?)" has codes instead of tax rates in percent \((.+?)\): /,
    'Die Spalte „{1}“ enthält Codes statt Steuersätze ({2}). Welche Sätze bedeuten sie?',
  ],
  [
    /column "(.+)" has unknown values instead of tax rates in percent \((.+?)\): /,
    'Die Spalte „{1}“ enthält unbekannte Werte statt Steuersätze ({2}). Welche Sätze bedeuten sie?',
  ],
  [
    /the columns (.+?) could all give (\w+), and differ \(line (\S+): (.+?)\): /,
    'Mehrere Spalten passen zum Feld {2} und unterscheiden sich: {1} (Zeile {3}: {4}).',
  ],
  [
    / seems to have columns of a fixed width, /,
    'Die Datei hat vermutlich Spalten mit fester Breite. Bitte mit Trennzeichen exportieren, etwa mit Semikolon.',
  ],
  [
    / is a table in HTML, /,
    'Die Datei ist eine HTML-Tabelle. In einer Tabellenkalkulation öffnen und als .xlsx speichern.',
  ],
  [
    / has "(.+?)", which is "(.+?)" encoded as UTF-8 twice: /,
    'Die Datei hat „{1}“. Das ist „{2}“, doppelt als UTF-8 kodiert.',
  ],
  [
    /the delivery address has (.+?), but (.+?) (?:is|are) for the delivery: /,
    'Die Lieferadresse hat {1}. Für die Lieferung ist nur angegeben: {2}.',
  ],
  [
    /the billing address has (.+?), but (.+?) (?:is|are) for the delivery: /,
    'Die Rechnungsadresse hat {1}. Für die Lieferung ist angegeben: {2}.',
  ],
  [
    /only the delivery addresses have names \((.+?)\), /,
    'Nur die Lieferadressen haben Namen ({1}), die Kunden haben keine.',
  ],
  [
    /no column gives the names of the customers\. Is it (.+?)\? /,
    'Für die Namen der Kunden ist keine Spalte zu erkennen. Vielleicht: {1}.',
  ],
  [
    /column "(.+?)" has (?:numbers that may be codes|texts) instead of days \((.+?)\): /,
    'Die Spalte „{1}“ enthält vermutlich keine Anzahl von Tagen ({2}).',
  ],
  [
    /column "(.+?)" says from which quantity a price applies \((.+?)\): /,
    'Die Spalte „{1}“ nennt die Menge, ab der ein Preis gilt ({2}).',
  ],
  [
    / is an object that has each record under a key, such as "(.+?)": /,
    'In der Datei steht jeder Datensatz unter einem Schlüssel, etwa „{1}“. Bitte als JSON Lines speichern.',
  ],
  [
    /these are the columns of (?:an? )?(.+?)(?: export)?: add /,
    'Das sind die Spalten von {1}, für die es fertige Regeln gibt.',
  ],
  [
    /nothing identifies the (?:articles|customers): /,
    'Keine Spalte unterscheidet die Datensätze: Welche Spalten tun es zusammen?',
  ],
  [
    /"([^"]+)" has names that may be a person's or a company's, such as (.+?), in \d+ of /,
    'In der Spalte „{1}“ können Namen von Personen oder von Firmen stehen, etwa {2}.',
  ],
  [
    /"([^"]+)" and "([^"]+)" have names that may be a person's or a company's, such as (.+?): /,
    '„{1}“ und „{2}“ können Namen von Personen oder von Firmen sein, etwa {3}.',
  ],
  [
    /column "(.+?)" seems to have states of Germany instead of countries \((.+?)\), /,
    'Die Spalte „{1}“ hat vermutlich Bundesländer statt Länder ({2}).',
  ],
  [
    /"([^"]+)" seems to have the last name before the first one \((.+?)\): /,
    'In „{1}“ steht der Nachname vermutlich vor dem Vornamen ({2}).',
  ],
  [
    /the columns (.+?) have prices: choose the one /,
    'Mehrere Spalten enthalten Preise: {1}. Zu welchem wird verkauft?',
  ],
  [
    /column "(.+?)" may say that prices are for several pieces \((.+?)\): /,
    'Die Spalte „{1}“ sagt vielleicht, dass Preise für mehrere Stück gelten ({2}).',
  ],
  [
    /column "(.+?)" has codes \((.+?)\) that may say for how many pieces a price is, /,
    'Die Spalte „{1}“ hat Kennzeichen ({2}), die vielleicht sagen, für wie viele Stück ein Preis gilt. Dann die Preise in der Datei teilen.',
  ],
  [
    /column "(.+?)" says that prices are for several pieces \((.+?)\): /,
    'Laut der Spalte „{1}“ gelten Preise für mehrere Stück ({2}).',
  ],
  [
    /"([^"]+)" repeats an earlier value in (\S+ rows?) \(lines? (.+?)\), /,
    '„{1}“ wiederholt frühere Werte ({2}: {3}). Daran sind die Datensätze also nicht zu erkennen.',
  ],
  [
    / has no column for (\w+)\. Is it (.+?)\? /,
    'Für das Feld {1} ist keine Spalte zu erkennen. Vielleicht: {2}.',
  ],
  [
    / has no column for (\w+): its columns are (.+?); /,
    'Für das Feld {1} ist keine Spalte zu erkennen. Die Datei hat: {2}.',
  ],
  [
    /column "(.+?)" has prices with tax, by its name, but /,
    'Die Spalte „{1}“ enthält nach ihrem Namen Preise mit Steuer, gewählt sind aber Preise ohne.',
  ],
  [
    /"([^"]+)" has first names, but no column gives the last names: /,
    '„{1}“ enthält Vornamen. Für die Nachnamen ist keine Spalte zu erkennen.',
  ],
  [
    /column "(.+?)" says whether prices include the tax \((.+?)\): /,
    'Die Spalte „{1}“ sagt, ob Preise die Steuer enthalten ({2}).',
  ],
  [
    /the lists "(.+?)" have addresses, and nothing else gives the address of a customer: /,
    'Nur die Listen „{1}“ enthalten Adressen der Kunden. Ist die erste jeweils die Rechnungsadresse?',
  ],
  [
    /"(.+?)" has companies by its name, but persons too, such as (.+?): /,
    'Die Spalte „{1}“ ist nach ihrem Namen für Firmen, hat aber auch Personen ({2}).',
  ],
  [
    /"(.+?)" has companies, such as (.+?), and no column gives the company: /,
    'Die Spalte „{1}“ hat Firmen ({2}), und keine andere nennt die Firma.',
  ],
  [
    /"(.+?)" has states of the United States \((.+?)\), and no column gives the country: /,
    'Die Spalte „{1}“ hat Bundesstaaten der USA ({2}), und keine Spalte nennt das Land.',
  ],
  [
    / the lines above the header say that prices include the tax \((.+?)\): /,
    'Über der Tabelle steht, dass die Preise die Steuer enthalten: {1}.',
  ],
  [
    /: each line is one value in quotes, such as (.+?): a program has put quotes around whole lines/,
    'Jede Zeile steht als Ganzes in Anführungszeichen, etwa {1}. Die äußeren Anführungszeichen entfernen, zum Beispiel mit einem Texteditor.',
  ],
  [
    /"([^"]+)" and "([^"]+)" seem to be prices that a decimal comma has split \((.+?)\): /,
    '„{1}“ und „{2}“ sind vermutlich Preise, die ein Dezimalkomma trennt ({3}). Preise mit Komma in Anführungszeichen setzen.',
  ],
  [
    /column "(.+?)" may have zip codes or the numbers of the customers \((.+?)\): /,
    'Die Spalte „{1}“ enthält Postleitzahlen oder Kundennummern ({2}). Was davon?',
  ],
  [
    /"(.+?)" and "(.+?)" both have tax rates \((.+?)\), and an article has one: /,
    '„{1}“ und „{2}“ haben beide Steuersätze ({3}). Welcher gilt? Wenn beide gelten, in der Datei eine Spalte mit der Summe ergänzen.',
  ],
];
