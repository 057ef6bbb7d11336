/** A fictitious workbook of DGII's certification portal. The notes stand before their invoices, as in DGII's. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { encfOf, sampleVoucher } from './sample-set.js';
import { testSetSheets, type Voucher } from './dgii-workbooks.js';
import { xlsxOf } from './xlsx.js';

/** The demo hands out the numbers from 1 on. */
const firstSerial = 900_001;
const twice: readonly EcfType[] = [41, 43, 44, 45, 46, 47];

export async function writeDemoSet(dataDir: string, company: Company): Promise<string> {
  const path = join(dataDir, 'certificacion', 'set-de-pruebas.xlsx');
  await mkdir(join(dataDir, 'certificacion'), { recursive: true });
  await writeFile(path, xlsxOf(testSetSheets(demoSet(company))));
  return path;
}

export function demoSet({ rnc, razonSocial }: Pick<Company, 'rnc' | 'razonSocial'>): readonly Voucher[] {
  const serials = (count: number) => Array.from({ length: count }, (_, index) => firstSerial + index);
  const invoices = serials(4).map((serial) => sampleVoucher(31, serial));
  const [first = '', second = ''] = invoices.map(encfOf);
  const vouchers = [
    sampleVoucher(33, firstSerial, { modifies: first }),
    sampleVoucher(34, firstSerial, { modifies: first }),
    sampleVoucher(34, firstSerial + 1, { modifies: second }),
    ...invoices,
    ...serials(2).map((serial) => sampleVoucher(32, serial)),
    ...serials(4).map((serial) => smallConsumption(serial + 2)),
    ...twice.flatMap((type) => serials(2).map((serial) => sampleVoucher(type, serial))),
  ];
  for (const { ECF } of vouchers)
    Object.assign(ECF.Encabezado.Emisor, { RNCEmisor: rnc, RazonSocialEmisor: razonSocial });
  return vouchers;
}

/** A type 32 that is small enough for a summary. The contract's example is too large for one. */
export function smallConsumption(serial: number): Voucher {
  const voucher = sampleVoucher(32, serial);
  const { Encabezado, DetallesItems } = voucher.ECF;
  Object.assign(DetallesItems.Item[0] ?? {}, { PrecioUnitarioItem: 100, MontoItem: 100 });
  Object.assign(Encabezado.Totales, { MontoGravadoTotal: 100, MontoGravadoI1: 100 });
  Object.assign(Encabezado.Totales, { TotalITBIS: 18, TotalITBIS1: 18, MontoTotal: 118 });
  return voucher;
}
