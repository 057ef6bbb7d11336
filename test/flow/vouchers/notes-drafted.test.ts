/** note-draft as a client sees it: a sale, the notes that the service drafts on it, and DGII's answer to each. */
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { unnumberedEcf } from '../../harness/samples/unnumbered.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';

const environment = 'pre-certification' as const;
let service: Service;
let company: OtherCompany;
let keys = 0;

beforeAll(async () => {
  service = await startService();
  company = await service.addCompany({ origin: 'service' });
  for (const ecfType of [31, 33, 34] as const) await authorize(ecfType);
}, 60_000);

const authorize = (ecfType: EcfType) =>
  service.store.addAuthorization({
    companyId: company.companyId,
    environment,
    ecfType,
    from: 1,
    to: 100,
    expiresOn: ecfType === 34 ? null : '31-12-2028',
    authorizationNumber: `A-${ecfType}`,
    now: new Date(),
  });

async function issue(body: object): Promise<{ readonly encf: string; readonly accepted: unknown }> {
  const headers = { 'idempotency-key': `NOTA-${(keys += 1)}` };
  const issued = await company.post('/api/v2/dgii-ecf/issue?waitForFinal=20s', body, headers);
  expect({ status: issued.status, refused: issued.status === 200 ? null : issued.body.data }).toEqual({
    status: 200,
    refused: null,
  });
  return { encf: String(issued.body.data['ecf']), accepted: issued.body.data['accepted'] };
}

interface Note {
  readonly ECF: {
    readonly Encabezado: { readonly Totales: { readonly MontoTotal: number } };
    readonly DetallesItems: { readonly Item: readonly object[] };
  };
}

async function draft(encf: string, body: object) {
  const drafted = await company.post(`/api/v2/dgii-ecf/note-draft/${encf}`, body);
  expect(drafted.status).toBe(200);
  const { comprobante, ...rest } = drafted.body.data as unknown as { comprobante: Note };
  return { note: comprobante, ...rest } as { note: Note; saldo: object; acreditadoPorLinea: object[] };
}

/** Ten units of 100.00 and their ITBIS: 1,180.00. */
function sale() {
  const body = unnumberedEcf({ rncEmisor: company.rnc, price: 1_000 });
  Object.assign(body.ECF.DetallesItems.Item[0]!, { CantidadItem: 10, PrecioUnitarioItem: 100 });
  return body;
}

test('a sale is corrected by units, by an amount and by a debit note, and then cancelled for what is left', async () => {
  const { encf } = await issue(sale());
  const units = await draft(encf, {
    tipoeCF: 34,
    codigoModificacion: 3,
    razonModificacion: 'Devolución',
    lineas: [{ numeroLinea: 1, cantidad: 3 }],
  });
  expect(units).toMatchObject({
    saldo: { montoTotal: 1180, debitado: 0, acreditado: 0, porAcreditar: 1180 },
    acreditadoPorLinea: [],
    note: { ECF: { Encabezado: { Totales: { MontoTotal: 354 } } } },
  });
  expect(await issue(units.note)).toMatchObject({ accepted: 1 });

  const debit = await draft(encf, {
    tipoeCF: 33,
    codigoModificacion: 3,
    lineas: [{ numeroLinea: 1, monto: 50 }],
  });
  expect(debit).toMatchObject({
    saldo: { acreditado: 354, porAcreditar: 826 },
    acreditadoPorLinea: [{ numeroLinea: 1, cantidad: 3 }],
    note: { ECF: { Encabezado: { Totales: { MontoTotal: 59 } } } },
  });
  expect(await issue(debit.note)).toMatchObject({ accepted: 1 });

  const amount = await draft(encf, {
    tipoeCF: 34,
    codigoModificacion: 3,
    lineas: [{ numeroLinea: 1, monto: 25.5 }],
  });
  expect(amount.saldo).toEqual({ montoTotal: 1180, debitado: 59, acreditado: 354, porAcreditar: 885 });
  expect(await issue(amount.note)).toMatchObject({ accepted: 1 });

  const rest = await draft(encf, { tipoeCF: 34, codigoModificacion: 1 });
  expect(rest.saldo).toMatchObject({ acreditado: 384.09, porAcreditar: 854.91 });
  expect(rest.note.ECF.Encabezado.Totales.MontoTotal).toBe(854.91);
  expect(rest.note.ECF.DetallesItems.Item).toMatchObject([{ NombreItem: `Saldo de ${encf}` }]);
}, 60_000);

test('a text is corrected by a note without amounts', async () => {
  const { encf } = await issue(sale());
  const { note } = await draft(encf, { tipoeCF: 34, codigoModificacion: 2, razonModificacion: 'El nombre' });
  expect(note.ECF.Encabezado.Totales.MontoTotal).toBe(0);
  expect(await issue(note)).toMatchObject({ accepted: 1 });
}, 60_000);

test('a cancelled voucher takes no more notes', async () => {
  const { encf } = await issue(sale());
  const { note } = await draft(encf, { tipoeCF: 34, codigoModificacion: 1 });
  expect(note.ECF.Encabezado.Totales.MontoTotal).toBe(1180);
  const credit = await issue(note);
  for (const modified of [encf, credit.encf]) {
    const refused = await company.post(`/api/v2/dgii-ecf/note-draft/${modified}`, {
      tipoeCF: 34,
      codigoModificacion: 1,
    });
    expect([refused.status, refused.body.data['code']]).toEqual([409, 'NOTE_NOT_POSSIBLE']);
  }
}, 60_000);

test.each([
  { body: { tipoeCF: 33, codigoModificacion: 1 }, campo: 'codigoModificacion' },
  { body: { tipoeCF: 34, codigoModificacion: 3, lineas: [{ numeroLinea: 1 }] }, campo: 'lineas[0]' },
  { body: { tipoeCF: 31, codigoModificacion: 1 }, campo: 'tipoeCF' },
])('$body is refused at $campo', async ({ body, campo }) => {
  const refused = await company.post('/api/v2/dgii-ecf/note-draft/E310000000001', body);
  expect(refused.status).toBe(400);
  expect(refused.body.data).toMatchObject({ code: 'REQUEST_INVALID', campo });
});

test('a number of another company, or none, is no voucher of this one', async () => {
  const body = { tipoeCF: 34, codigoModificacion: 1 };
  const unknown = await company.post('/api/v2/dgii-ecf/note-draft/E310000000099', body);
  expect([unknown.status, unknown.body.data['code']]).toEqual([404, 'ECF_NOT_FOUND']);
  const wrong = await company.post('/api/v2/dgii-ecf/note-draft/E31', body);
  expect([wrong.status, wrong.body.data['code']]).toEqual([400, 'ENCF_INVALID']);
});
