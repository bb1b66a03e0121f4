import { expect } from 'chai';
import { importMemory } from './importMemory.ts';
import { temporaryFiles } from './temporary.ts';

const rowCount = 300_000;
const variantsOfProduct = 15;
const maxMebibytes = 200;

/** Long texts: short ones are copied whenever they are cut from another text. */
function* lines() {
  yield 'sku,parent_sku,name,price,tax rate,description\n';
  const text = 'Made of oak from forests nearby and oiled by hand, as long as in other lists. '.repeat(3);
  for (let row = 0; row < rowCount; row += 1) {
    const product = `PRODUCT-NUMBER-${Math.floor(row / variantsOfProduct)}`;
    const number = row % variantsOfProduct;
    yield number === 0
      ? `${product},,Table made of oak ${product},10.00,19,"${text}${row}"\n`
      : `${product}-${number},${product},,${row % 99}.50,,"${text}${row}"\n`;
  }
}

describe(`counterfoil import of ${rowCount} rows of products and variants (needs half a minute)`, function () {
  this.timeout(600_000);
  const files = temporaryFiles();

  it(`takes at most ${maxMebibytes} MiB`, async () => {
    const file = files.write('list.csv', [...lines()].join(''));

    expect(await importMemory(file, rowCount)).to.be.below(maxMebibytes);
  });
});
