/**
 * German texts for the most frequent explanations of the importer, by a pattern of its English one. {1} is the first group of
 * the pattern.
 */
export const explanations = [
  [
    /line (\d+) looks like a title; the header seems to be line (\d+)/,
    'Zeile {1} sieht wie ein Titel aus. Die Kopfzeile ist vermutlich Zeile {2}.',
  ],
  [
    /line (\d+) looks like a record, not like a header/,
    'Zeile {1} sieht wie ein Datensatz aus, nicht wie eine Kopfzeile.',
  ],
  [/line (\d+) looks like a second header/, 'Zeile {1} sieht wie eine zweite Kopfzeile aus.'],
  [
    /column "(.+)" seems to mark records that you may not want \((.*?)\)(?:, and|: import)/,
    'Die Spalte „{1}“ kennzeichnet vermutlich Datensätze, die nicht gebraucht werden ({2}).',
  ],
  [
    /no column gives a price:/,
    'Für den Preis ist keine Spalte zu erkennen. Die Artikel hätten den Preis 0,00.',
  ],
  [
    /no column gives a tax rate:/,
    'Für den Steuersatz ist keine Spalte zu erkennen. Die Artikel hätten den Satz 0 %.',
  ],
  [
    /^"(.+)" is read as a net price: its name does not say/,
    '„{1}“ gilt als Nettopreis: Der Name sagt es nicht.',
  ],
  [
    /^"(.+)" is filled and unique in all ([\d,]+) rows: it identifies/,
    'An „{1}“ sind Datensätze zu erkennen: Die Spalte ist überall gefüllt und nie doppelt.',
  ],
  [/has several sheets; choose one:/, 'Die Datei hat mehrere Tabellenblätter.'],
  [/^other sheets are not imported: (.+)$/, 'Andere Tabellenblätter werden nicht importiert: {1}'],
  [
    /the columns of (?:.+ of )?(articles|customers), not of (\w+): import/,
    'Die Spalten sehen nach {1} aus, nicht nach {2}.',
  ],
  [
    /is an old Excel workbook \(\.xls\)/,
    'Das ist eine alte Excel-Datei (.xls) oder eine mit Kennwort. In Excel ohne Kennwort als .xlsx speichern, und diese Datei auswählen.',
  ],
  [
    /is (?:a )?PDF/,
    'Das ist eine PDF-Datei. Die Tabelle als .xlsx oder .csv exportieren, und diese Datei auswählen.',
  ],
  [
    /the addresses identify their customers by (.+): set --customers/,
    'Die Lieferadressen nennen ihre Kunden in „{1}“. Dafür wird die Datei gebraucht, die der Import der Kunden mit --idents geschrieben hat. Das kann nur der Befehl:',
  ],
  [/^(\w+) is required$/, '{1} fehlt'],
  [
    /^the row has (\d+) values?, but the header has (\d+) columns?: put/,
    'Die Zeile hat {1} Werte, die Kopfzeile aber {2} Spalten: Werte mit Trennzeichen in Anführungszeichen setzen',
  ],
  [
    /^the row has (\d+) values?, but the header has (\d+) columns?: the row/,
    'Die Zeile hat {1} Werte, die Kopfzeile aber {2} Spalten: vielleicht ist sie abgeschnitten',
  ],
  [/^left out: (.+) is not (.+)$/, 'weggelassen: {1} ist nicht {2}'],
  [/^left out: (.+) is (.+)$/, 'weggelassen: {1} ist {2}'],
  [/leading zeros? of German zip codes restored/, 'führende Null der Postleitzahl ergänzt'],
  [/leading zeros restored/, 'führende Nullen ergänzt'],
];

/** English words in the groups of the patterns. */
export const words = [
  [/--sheet /g, ''],
  [/\brows\b/g, 'Zeilen'],
  [/\b1 row\b/g, '1 Zeile'],
  [/\bempty\b/g, 'leer'],
  [/ and (?=")/g, ' und '],
  [/ or /g, ' oder '],
  [/, hidden\)/g, ', ausgeblendet)'],
  [/^articles$/, 'Artikeln'],
  [/^customers$/, 'Kunden'],
  [/^addresses$/, 'Lieferadressen'],
];
