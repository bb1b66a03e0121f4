/** Texts of the page for explanations of the importer, by their code: English if its own is for the command, and German. */
export const explanations = {
  title_above: [undefined, 'Zeile {1} sieht wie ein Titel aus. Die Kopfzeile ist vermutlich Zeile {2}.'],
  header_is_record: [undefined, 'Zeile {1} sieht wie ein Datensatz aus, nicht wie eine Kopfzeile.'],
  second_header: [undefined, 'Zeile {1} sieht wie eine zweite Kopfzeile aus.'],
  flag_column: [
    undefined,
    'Die Spalte „{1}“ kennzeichnet vermutlich Datensätze, die nicht gebraucht werden ({2}).',
  ],
  no_price: [undefined, 'Für den Preis ist keine Spalte zu erkennen. Die Artikel hätten den Preis 0,00.'],
  no_tax_rate: [
    undefined,
    'Für den Steuersatz ist keine Spalte zu erkennen. Die Artikel hätten den Satz 0 %.',
  ],
  unnamed_net_price: [undefined, '„{1}“ gilt als Nettopreis: Der Name sagt es nicht.'],
  unique_column: [
    undefined,
    'An „{1}“ sind Datensätze zu erkennen: Die Spalte ist überall gefüllt und nie doppelt.',
  ],
  similar_name: [
    'Column “{1}” is not used. It may have: {2}',
    'Die Spalte „{1}“ wird nicht benutzt. Sie enthält vielleicht: {2}',
  ],
  several_sheets: [undefined, 'Die Datei hat mehrere Tabellenblätter.'],
  other_resource: [undefined, 'Die Spalten sehen nach {1} aus, nicht nach {2}.'],
  old_workbook: [
    undefined,
    'Das ist eine alte Excel-Datei (.xls) oder eine mit Kennwort. In Excel ohne Kennwort als .xlsx speichern, und diese Datei auswählen.',
  ],
  damaged_archive: [
    undefined,
    'Die Datei ist abgeschnitten oder beschädigt. Bitte noch einmal kopieren oder herunterladen, oder in Excel öffnen und neu speichern.',
  ],
  pdf: [
    undefined,
    'Das ist eine PDF-Datei. Die Tabelle als .xlsx oder .csv exportieren, und diese Datei auswählen.',
  ],
  customers_needed: [
    'The delivery addresses name their customers in {1}. Which import created these customers?',
    'Die Lieferadressen nennen ihre Kunden in {1}. Welcher Import hat diese Kunden angelegt?',
  ],
};

/** German texts for what is said of single rows, by a pattern of the English one. {1} is the first group of the pattern. */
export const rowTexts = [
  [/^other sheets are not imported: (.+)$/, 'Andere Tabellenblätter werden nicht importiert: {1}'],
  [/^(\w+) is required$/, '{1} fehlt'],
  [
    /^the row has (\d+) values?, but the header has (\d+) columns?: put/,
    'Die Zeile hat {1} Werte, die Kopfzeile aber {2} Spalten: Werte mit Trennzeichen in Anführungszeichen setzen',
  ],
  [
    /^the row has (\d+) values?, but the header has (\d+) columns?: the row/,
    'Die Zeile hat {1} Werte, die Kopfzeile aber {2} Spalten: vielleicht ist sie abgeschnitten',
  ],
  [
    /^(\w+): "…" is the error of a formula in a spreadsheet: /,
    '{1}: Fehler einer Formel. Die Formel berichtigen und die Datei neu speichern',
  ],
  [
    /^(\w+): "…" was damaged by a spreadsheet, and its digits are lost: /,
    '{1}: Ziffern sind in einer Tabellenkalkulation verloren gegangen. Die Spalte als Text formatieren und den Wert neu eintragen',
  ],
  [
    /^(\w+): "…" was damaged by a spreadsheet, which took it for a date: /,
    '{1}: eine Tabellenkalkulation hat ein Datum daraus gemacht. Die Spalte als Text formatieren und den Wert neu eintragen',
  ],
  [/^left out: (.+) is not (.+)$/, 'weggelassen: {1} ist nicht {2}'],
  [/^left out: (.+) is (.+)$/, 'weggelassen: {1} ist {2}'],
  [/leading zeros? of German zip codes restored/, 'führende Null der Postleitzahl ergänzt'],
  [/leading zeros restored/, 'führende Nullen ergänzt'],
  [
    /^(\w+): restored, since a spreadsheet had changed it$/,
    '{1}: wiederhergestellt, eine Tabellenkalkulation hatte den Wert geändert',
  ],
];

/** English words in values and groups. */
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
