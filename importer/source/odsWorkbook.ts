import { ImportError } from './importError.ts';
import { OdsTables } from './odsTables.ts';
import { noFacts, type SheetEntry, type SheetFacts, type Workbook } from './workbook.ts';
import type { Parts } from './workbookParts.ts';
import { parseXml, readXml } from './workbookXml.ts';

const manifest = 'META-INF/manifest.xml';
/** Opens a spreadsheet of LibreOffice (OpenDocument 1.2 or later). All its sheets are in one part. */
export async function openOds(parts: Parts): Promise<Workbook> {
  await refuseEncrypted(parts);
  const names = new OdsTables(parts.name, undefined, noFacts);
  await readXml(parts.name, await parts.open('content.xml'), names);
  const { sheets } = names;
  return {
    format: 'ods',
    sheets,
    async *rows(sheet: SheetEntry, facts: SheetFacts) {
      const name = `${parts.name}, sheet "${sheet.name}"`;
      const reader = new OdsTables(name, sheets.indexOf(sheet), facts);
      const content = await parts.open('content.xml');
      for await (const rows of parseXml(name, content, reader, () => reader.take())) {
        yield rows;
        if (reader.isDone) return;
      }
    },
  };
}

async function refuseEncrypted(parts: Parts): Promise<void> {
  if (!parts.has(manifest)) return;
  await readXml(`${parts.name} (${manifest})`, await parts.open(manifest), {
    open: (name) => {
      if (name === 'encryption-data')
        throw new ImportError(`${parts.name} has a password: save it without one`);
    },
    text: () => {},
    close: () => {},
  });
}
