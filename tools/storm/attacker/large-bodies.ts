/** Bodies that are expensive for the service: vouchers of ten thousand lines, hundreds of thousands of keys or parts of a form, dense XML. */
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { localDate } from '../../../src/ecf/model/dates.js';
import { sampleVoucher } from '../../demo/sample-voucher.js';
import type { DemoCompany } from '../../demo/demo-data.js';

/** The most lines that a type 32 below 250,000.00 may have. */
const lines = 10_000;
const price = 10;
/** The longest allowed description, made of characters for which the XML needs five or six. */
const longText = '"&\'<>'.repeat(200);
const junkKeys = 900_000;
/** 13 MB. */
const junkParts = 250_000;

/** A valid voucher of 10,000 lines. @param texts `long`: 12 MB of JSON, 53 MB of XML; `short`: 2 MB of JSON */
export function largeVoucher(company: DemoCompany, texts: 'long' | 'short'): (encf: string) => Uint8Array {
  const marker = 'E320000000000';
  const prices = Array.from({ length: lines }, () => price);
  const voucher = sampleVoucher({ encf: marker, issuer: company, issuedOn: localDate(Date.now()), prices });
  const { Item } = voucher.ECF.DetallesItems;
  const described = Item.map((item) => (texts === 'long' ? { ...item, DescripcionItem: longText } : item));
  const text = JSON.stringify({ ECF: { ...voucher.ECF, DetallesItems: { Item: described } } });
  const at = text.indexOf(marker);
  const [before, after] = [Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at + marker.length))];
  return (encf) => Buffer.concat([before, Buffer.from(encf), after]);
}

export function junkBody(): Uint8Array {
  const keys = Array.from({ length: junkKeys }, (_, index) => `"k${index.toString(36)}":0`);
  return Buffer.from(`{"ECF":{${keys.join(',')}}}`);
}

interface Form {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const formHeaders = { 'content-type': 'multipart/form-data; boundary=junk' };

export function junkForm(): Form {
  const part = '--junk\r\nContent-Disposition: form-data; name="a"\r\n\r\nA\r\n';
  return { body: `${part.repeat(junkParts)}--junk--\r\n`, headers: formHeaders };
}

/** Just below the size from which the api reads a voucher's JSON in a thread. */
const denseChars = 32_000;

/** As many elements, attributes or declarations as possible, or lines like those of a voucher. */
const denseFillings: readonly ((index: number) => string)[] = [
  () => '<a/>',
  (index) => `${index === 0 ? '<a' : ''} a${index.toString(36)}=""`,
  () => '<a xmlns:b="u"/>',
  (index) => `<NombreItem>${index}</NombreItem>`,
];

/** @param serial makes it a different one each time */
export function denseForm(serial: number): Form {
  const encf = formatEncf(31, serial);
  const start =
    `<ECF><Encabezado><IdDoc><eNCF>${encf}</eNCF></IdDoc><Emisor><RNCEmisor>131880681</RNCEmisor></Emisor>` +
    '<Comprador><RNCComprador>101000001</RNCComprador></Comprador></Encabezado>';
  const kind = serial % denseFillings.length;
  const filling: string[] = [];
  for (let chars = start.length; chars < denseChars; chars += filling.at(-1)?.length ?? denseChars)
    filling.push(denseFillings[kind]?.(filling.length) ?? '');
  const xml = `${start}${filling.join('')}${kind === 1 ? '/>' : ''}</ECF>`;
  const part = `--junk\r\nContent-Disposition: form-data; name="xml"; filename="a.xml"\r\n\r\n${xml}\r\n`;
  return { body: `${part}--junk--\r\n`, headers: formHeaders };
}
