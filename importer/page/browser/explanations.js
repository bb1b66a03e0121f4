/** Texts of the page for explanations of the importer, by their code. Those of the importer itself name options of the command. */
export const explanations = {
  title_above: [
    'Line {1} looks like a title. The header seems to be line {2}.',
    'Zeile {1} sieht wie ein Titel aus. Die Kopfzeile ist vermutlich Zeile {2}.',
  ],
  header_is_record: [
    'Line {1} looks like a record, not like a header.',
    'Zeile {1} sieht wie ein Datensatz aus, nicht wie eine Kopfzeile.',
  ],
  second_header: ['Line {1} looks like a second header.', 'Zeile {1} sieht wie eine zweite Kopfzeile aus.'],
  second_table: [
    'Line {1} looks like the header of a second table. To import both, put it and what follows into a file of its own.',
    'Zeile {1} sieht wie die Kopfzeile einer zweiten Tabelle aus. Für beide Tabellen diese Zeile und alle danach in eine eigene Datei verschieben.',
  ],
  flag_column: [
    'Column “{1}” seems to mark records that you may not want ({2}).',
    'Die Spalte „{1}“ kennzeichnet vermutlich Datensätze, die nicht gebraucht werden ({2}).',
  ],
  no_price: [
    'No column gives a price. The articles would have the price 0.00.',
    'Für den Preis ist keine Spalte zu erkennen. Die Artikel hätten den Preis 0,00.',
  ],
  no_tax_rate: [
    'No column gives a tax rate. The articles would have 0 %.',
    'Für den Steuersatz ist keine Spalte zu erkennen. Die Artikel hätten den Satz 0 %.',
  ],
  unnamed_net_price: [
    '“{1}” is read as a net price: its name does not say.',
    '„{1}“ gilt als Nettopreis: Der Name sagt es nicht.',
  ],
  unique_column: [
    '“{1}” identifies the records: it is filled in all rows, and never repeats.',
    'An „{1}“ sind Datensätze zu erkennen: Die Spalte ist überall gefüllt und nie doppelt.',
  ],
  mostly_unique_column: [
    '“{1}” identifies the records. It is empty in {2} and repeats in {3} of {4} rows.',
    'An „{1}“ sind Datensätze zu erkennen. Die Spalte ist in {2} von {4} Zeilen leer und in {3} doppelt.',
  ],
  similar_name: [
    'Column “{1}” is not used. It may have: {2}',
    'Die Spalte „{1}“ wird nicht benutzt. Sie enthält vielleicht: {2}',
  ],
  hidden_rows: [
    'Hidden rows, as by a filter: {1} (row {2}).',
    'Ausgeblendete Zeilen, wie durch einen Filter: {1} (Zeile {2}).',
  ],
  several_sheets: ['The file has several sheets.', 'Die Datei hat mehrere Tabellenblätter.'],
  other_resource: [
    'The columns look like those of {1}, not of {2}.',
    'Die Spalten sehen nach {1} aus, nicht nach {2}.',
  ],
  old_workbook: [
    'This is an old Excel file (.xls), or one with a password. Save it in Excel as .xlsx without a password, and choose that file.',
    'Das ist eine alte Excel-Datei (.xls) oder eine mit Kennwort. In Excel ohne Kennwort als .xlsx speichern, und diese Datei auswählen.',
  ],
  damaged_archive: [
    'The file is cut off or damaged. Copy or download it again, or open it in Excel and save it again.',
    'Die Datei ist abgeschnitten oder beschädigt. Bitte noch einmal kopieren oder herunterladen, oder in Excel öffnen und neu speichern.',
  ],
  pdf: [
    'This is a PDF document. Export its table as .xlsx or .csv, and choose that file.',
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
  [
    /^the encoding is (\S+), judged by its letters: line (\d+) has (.+)\. Choose another/,
    'Die Kodierung ist nach den Buchstaben {1}: Zeile {2} hat {3}',
  ],
  [
    /^the encoding is (\S+), judged by its letters: (.+) would be (.+) in (\S+)\. Choose another/,
    'Die Kodierung ist nach den Buchstaben {1}: {2} wäre in {4} {3}',
  ],
  [/^(\d+) hidden rows? \((.+)\): left out$/, 'Ausgeblendete Zeilen weggelassen: {1} (Zeile {2})'],
  [/^(\d+) hidden rows? \((.+)\): imported, too$/, 'Ausgeblendete Zeilen mit importiert: {1} (Zeile {2})'],
  [/^hidden columns are read, too: (.+)$/, 'Ausgeblendete Spalten werden mit gelesen: {1}'],
  [
    /^cells are merged over several rows, of which only the first one has the value: (.+)$/,
    'Zellen sind über mehrere Zeilen verbunden, und nur die erste hat den Wert: {1}',
  ],
  [
    /^column (\w+): (\S+) numbers? with more digits than the sheet shows \((\w+) has (\S+) and shows (\S+)\): imported as shown$/,
    'Spalte {1}: {2} Zahlen haben mehr Stellen, als die Tabelle zeigt ({3} hat {4} und zeigt {5}): importiert, wie gezeigt',
  ],
  [
    /^column (\w+): (\S+) numbers? with more digits than the sheet shows \((\w+) has (\S+) and shows (\S+)\): imported as stored/,
    'Spalte {1}: {2} Zahlen haben mehr Stellen, als die Tabelle zeigt ({3} hat {4} und zeigt {5}): importiert, wie gespeichert',
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
  [
    /^the row has a blank between a delimiter and a quote \("\): /,
    'Zwischen Trennzeichen und Anführungszeichen steht ein Leerzeichen. Die Leerzeichen entfernen',
  ],
  [
    /^(\w+): "…" is the error of a formula in a spreadsheet: /,
    '{1}: Fehler einer Formel. Die Formel berichtigen und die Datei neu speichern',
  ],
  [
    /^(\w+): cell "…" has a formula without a stored value: /,
    '{1}: Formel ohne berechneten Wert. Die Datei in einer Tabellenkalkulation öffnen und neu speichern',
  ],
  [
    /^(\w+): "…" was damaged by a spreadsheet, and its digits are lost: /,
    '{1}: Ziffern sind in einer Tabellenkalkulation verloren gegangen. Die Spalte als Text formatieren und den Wert neu eintragen',
  ],
  [
    /^(\w+): "…" was damaged by a spreadsheet, which took it for a date: /,
    '{1}: eine Tabellenkalkulation hat ein Datum daraus gemacht. Die Spalte als Text formatieren und den Wert neu eintragen',
  ],
  [/^(\w+): unknown unit "…": /, '{1}: unbekannte Einheit'],
  [/^(\w+): unknown title "…": /, '{1}: unbekannte Anrede'],
  [/^(\w+): unknown country "…": /, '{1}: unbekanntes Land'],
  [/^(\w+): unknown yes\/no value "…": /, '{1}: weder Ja noch Nein'],
  [
    /^external_ident: another row of the file has "…" too, with other values: /,
    'Eine andere Zeile der Datei hat dieselbe Kennung mit anderen Werten. Eine davon behalten',
  ],
  [
    /^the key "…" is twice in an object: /,
    'Ein Schlüssel steht zweimal in einem Objekt. Einen davon entfernen',
  ],
  [
    /^not a JSON object: each record of the list must be one/,
    'In der Liste steht ein Wert, der kein JSON-Objekt ist. Berichtigen oder entfernen',
  ],
  [
    /^the value stands after the end of the list of records: /,
    'Der Wert steht nach dem Ende der Liste. In die Liste verschieben oder entfernen',
  ],
  [
    /^article_price: the row has no price, and 0\.00 would be stored: /,
    'Die Zeile hat keinen Preis. Den Preis ergänzen',
  ],
  [
    /^article_price: "…" do not fit: /,
    'Netto- und Bruttopreis passen nicht zum Steuersatz. Die Zeile korrigieren oder die Spalte des Bruttopreises nicht importieren',
  ],
  [
    /^article_tax_rate: the row has no tax rate, and 0 % would be stored: /,
    'Die Zeile hat keinen Steuersatz. Den Steuersatz ergänzen',
  ],
  [/^(\w+): "…" is not a number/, '{1}: keine Zahl. Korrigieren oder eine andere Spalte wählen'],
  [
    /^(\w+): "…" is not a zip code of (\w+), which has (\d) digits/,
    '{1}: keine Postleitzahl in {2}, die {3} Ziffern hat',
  ],
  [
    /^(\w+): the row has no country, and would be stored as German, but the .* "…" is not German: /,
    '{1}: Die Zeile hat kein Land und würde als deutsche gespeichert, aber ein anderer Wert spricht dagegen. Das Land ergänzen',
  ],
  [
    /^(\w+): "…" may be split in several ways: /,
    '{1}: lässt sich verschieden in Vor- und Nachname teilen. Mit einem Komma nach dem Nachnamen schreiben',
  ],
  [
    /^(\w+): "…" is in another country \((\w+)\) than the row \((\w+)\): /,
    '{1}: liegt in einem anderen Land ({2}) als die Zeile ({3}). Eines davon korrigieren',
  ],
  [
    /^(\w+): "…" seems to be a whole address: /,
    '{1}: vermutlich eine ganze Adresse. Postleitzahl und Ort in eigene Spalten schreiben, oder wie in Weg 1, 24103 Kiel',
  ],
  [/^(\w+): first of several (?:numbers|addresses) taken$/, '{1}: der erste von mehreren Werten'],
  [/^(\w+): "…" has two house numbers: /, '{1}: zwei verschiedene Hausnummern. Eine davon korrigieren'],
  [
    /^(\w+): the area code "…" may lack its leading 0, or be that of a country: /,
    '{1}: Die Vorwahl ist unklar. Die Nummer mit führender 0 oder mit + und Landesvorwahl schreiben',
  ],
  [/leading zero of area codes restored/, 'führende Null der Vorwahl ergänzt'],
  [/^(\w+): repeated house number removed$/, '{1}: doppelte Hausnummer entfernt'],
  [/^(\w+): "…" is not a German zip code/, '{1}: keine deutsche Postleitzahl, die 5 Ziffern hat'],
  [
    /^the row has a single value, like a heading: /,
    'Die Zeile hat nur einen Wert, wie eine Überschrift. Weglassen oder ergänzen',
  ],
  [/^the row has a single value, like a heading$/, 'die Zeile hat nur einen Wert, wie eine Überschrift'],
  [
    /^the row has the sums of the rows above, /,
    'Die Zeile hat die Summen der Zeilen darüber, wie eine Summenzeile. Weglassen, oder weiter nach oben setzen, wenn sie ein Artikel ist',
  ],
  [/^the row is a line of totals$/, 'die Zeile ist eine Summenzeile'],
  [/^article_unit: "…" became unit_ppu, since the price is divided$/, 'Preis geteilt: Er gilt je Stück'],
  [/^article_unit: "…" became unit_ppu, price/, 'Einheit nicht bekannt: Der Preis gilt als Preis je Einheit'],
  [
    /^(\w+): "…" is not an EAN, GTIN or UPC, its check digit is wrong: /,
    '{1}: Die Prüfziffer ist falsch. Korrigieren oder weglassen',
  ],
  [
    /^(\w+): "…" is not an EAN, GTIN or UPC, it must have /,
    '{1}: keine EAN, die 8, 12, 13 oder 14 Ziffern hat. Korrigieren oder weglassen',
  ],
  [
    /^(\w+): left empty, since it does not accept the value$/,
    '{1}: ungültiger Wert weggelassen, der Datensatz bleibt',
  ],
  [
    /^(\w+): "…" .*: correct it, or leave such values out with --on-bad-value empty$/,
    '{1}: Der Wert ist nicht lesbar. Korrigieren oder weglassen',
  ],
  [/^left out: (.+) is not (.+)$/, 'weggelassen: {1} ist nicht {2}'],
  [/^left out: (.+) is (.+)$/, 'weggelassen: {1} ist {2}'],
  [/leading zeros? of German zip codes restored/, 'führende Null der Postleitzahl ergänzt'],
  [
    /leading zeros restored, since zip codes of (\w+) have (\d) digits/,
    'führende Null ergänzt: Postleitzahlen in {1} haben {2} Ziffern',
  ],
  [/^(\w+): split into zip code and city$/, '{1}: in Postleitzahl und Ort geteilt'],
  [/: taken from the billing address/, ': von der Rechnungsadresse'],
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
  [/ and (\S+) more$/, ' und $1 weitere'],
  [/(?<=\b[A-Z]{1,3}) to (?=[A-Z]{1,3}\b)/g, ' bis '],
  [/ or /g, ' oder '],
  [/^no street$/, 'keine Straße'],
  [/^neither street nor city$/, 'weder Straße noch Ort'],
  [/^no zip code oder city$/, 'weder Postleitzahl noch Ort'],
  [/, hidden\)/g, ', ausgeblendet)'],
  [/^articles$/, 'Artikeln'],
  [/^customers$/, 'Kunden'],
  [/^addresses$/, 'Lieferadressen'],
  [/"([^"]+)"/g, '„$1“'],
];
