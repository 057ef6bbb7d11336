/** document-status: answers from the ledger, even when DGII and Temporal are down. */
import {
  acknowledgementSignatures,
  type AcknowledgementSignature,
} from '../../../src/ecf/codes/buyer-delivery.js';
import { legends } from '../../../src/ecf/model/contingency.js';
import type { WaitingReason } from '../../../src/ecf/model/document-states.js';
import type { BuyerDelivery } from '../../../src/ledger/buyers/buyer-delivery.js';
import { startApi, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const encf = 'E310000000001';

describe.each(versions)('document-status $version', ({ version, status }) => {
  const call = (path: string, companyId = 1) => api.call('GET', path, { token: api.tokenOf(companyId) });

  beforeEach(async () => {
    const body = voucher({ total: 1000.5 });
    const headers = { 'x-correlation-id': 'FAC-1' };
    await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body, headers });
  });

  test('a pending voucher: all known fields, null for the others, and when to ask again', async () => {
    const { status: got, body, headers } = await call(status(encf));
    expect(got).toBe(200);
    expect(body.data).toEqual({
      ecf: encf,
      accepted: null,
      status: 'Recibido',
      securityCode: '',
      trackId: '',
      alreadyProcessed: true,
      sameContent: null,
      codigoDgii: null,
      mensajes: [],
      secuenciaUtilizada: null,
      fechaFirma: null,
      qrUrl: null,
      environment: 'pre-certification',
      correlationId: 'FAC-1',
      externalReference: '',
      attempt: 1,
      tipoeCF: 31,
      montoTotal: 1180.59,
      fechaEmision: '01-07-2026',
      receivedAt: new Date(api.nowMs).toISOString(),
      signedAt: null,
      submittedAt: null,
      finalAt: null,
      updatedAt: null,
      xmlSha256: null,
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const successor = `</api/v2/dgii-ecf/document-status/${encf}>; rel="successor-version"`;
    expect(headers['link']).toBe(version === 'v1' ? successor : undefined);
  });

  test('a conditionally accepted voucher: accepted, with the reasons for the condition', async () => {
    const at = new Date('2026-07-01T14:16:00Z');
    api.store.patch(encf, {
      state: 'conditionally-accepted',
      final: true,
      signed: {
        file: 'xml',
        sha256: 'cd'.repeat(32),
        securityCode: 'HxZnPk',
        fechaFirma: '01-07-2026 10:15:30',
        signedAt: at,
        certificate: 'fingerprint',
      },
      trackIds: ['first', 'second'],
      verdict: {
        codigoDgii: '4',
        estado: 'Aceptado Condicional',
        mensajes: [{ codigo: '1934', valor: 'MontoGravadoI1 no coincide.' }],
        secuenciaUtilizada: true,
        trackId: null,
        replyFile: null,
      },
      submittedAt: at,
      finalAt: at,
    });
    const { body, headers } = await call(status(encf));
    expect(body.data).toMatchObject({
      accepted: 1,
      status: 'Aceptado Condicional',
      securityCode: 'HxZnPk',
      trackId: 'second',
      codigoDgii: '4',
      mensajes: [{ codigo: '1934', valor: 'MontoGravadoI1 no coincide.' }],
      secuenciaUtilizada: true,
      signedAt: at.toISOString(),
      submittedAt: at.toISOString(),
      finalAt: at.toISOString(),
      xmlSha256: 'cd'.repeat(32),
    });
    expect(body.data.qrUrl).toMatch(/^https:\/\/ecf\.dgii\.gov\.do\/testecf\/consultatimbre\?/i);
    expect(body.data).not.toHaveProperty('code');
    expect(body.mensaje).toContain('MontoGravadoI1 no coincide.');
    expect(headers['retry-after']).toBeUndefined();
  });

  test.each([
    { state: 'annulled', mensajes: [], text: 'Anulado', code: 'ENCF_ANNULLED', campo: null },
    {
      state: 'refused',
      mensajes: [{ codigo: 'REFERENCE_REJECTED', valor: 'La factura fue rechazada.' }],
      text: 'No Enviado',
      code: 'REFERENCE_REJECTED',
      campo: 'ECF.InformacionReferencia.NCFModificado',
    },
  ] as const)('$state: accepted 0 with its code', async ({ state, mensajes, text, code, campo }) => {
    const verdict = {
      codigoDgii: '',
      estado: '',
      mensajes,
      secuenciaUtilizada: null,
      trackId: null,
      replyFile: null,
    };
    api.store.patch(encf, { state, final: true, verdict });
    const { body } = await call(status(encf));
    expect(body.data).toMatchObject({ accepted: 0, status: text, code, campo });
  });

  describe('the acknowledgement of the buyer', () => {
    const since = new Date('2026-07-01T14:15:04Z');
    const refused = { version: 2, state: 'refused', since, attempts: 1, code: '2', endedAt: since } as const;
    const kept = { file: 'arecf', sha256: 'ef'.repeat(32), fechaHora: '01-07-2026 10:15:03' } as const;
    const entregaWith = async (buyerDelivery: BuyerDelivery) => {
      api.store.patch(encf, { state: 'accepted', final: true, buyerDelivery });
      return ((await call(status(encf))).body.data as { readonly entrega?: object }).entrega;
    };
    const entrega = { estado: 'rechazado', codigo: '2', fecha: since.toISOString() };

    test('none: the member is absent', async () => {
      expect(await entregaWith(refused)).toEqual(entrega);
    });

    test('a valid signature comes with its signer', async () => {
      const acknowledgement = { ...kept, signature: 'valid', signer: 'C=DO, CN=PRUEBA' } as const;
      const acuse = { firma: 'valida', firmante: { sujeto: 'C=DO, CN=PRUEBA' }, fechaHora: kept.fechaHora };
      expect(await entregaWith({ ...refused, acknowledgement })).toEqual({ ...entrega, acuse });
    });

    test.each(Object.entries(acknowledgementSignatures).filter(([signature]) => signature !== 'valid'))(
      'a bad signature: %s is %s; what the acknowledgement does not have is absent',
      async (signature, firma) => {
        const bad = { signature: signature as AcknowledgementSignature, signer: null, fechaHora: null };
        const acuse = { firma };
        expect(await entregaWith({ ...refused, acknowledgement: { ...kept, ...bad } })).toEqual({
          ...entrega,
          acuse,
        });
      },
    );
  });

  describe('contingency', () => {
    const signedAt = new Date('2026-07-01T14:15:30Z');
    const signed = {
      file: 'xml',
      sha256: 'cd'.repeat(32),
      securityCode: 'HxZnPk',
      fechaFirma: '01-07-2026 10:15:30',
      signedAt,
      certificate: 'fingerprint',
    };
    const waitsFor = (reason: WaitingReason) => ({
      waiting: { reason, since: signedAt, nextTryAt: signedAt },
    });
    const down = waitsFor('DGII_UNAVAILABLE');

    test.each(['signed', 'submitting'] as const)(
      'DGII is down and the voucher is %s: the answer has all that a printed form needs',
      async (state) => {
        api.store.patch(encf, { state, signed, ...down });
        const { body } = await call(status(encf));
        expect(body.data).toMatchObject({
          accepted: null,
          status: 'En Espera',
          securityCode: 'HxZnPk',
          contingencia: {
            leyenda: legends.contingency.leyenda,
            enviarAntesDe: '2026-07-04T14:15:30.000Z',
          },
        });
        expect(body.data.qrUrl).toContain('codigoseguridad=HxZnPk');
      },
    );

    test.each([
      ['NOT_DELEGATED'],
      ['CERTIFICATE_UNUSABLE'],
      ['SEQUENCE_EXPIRED'],
      ['REQUEST_DELAYED'],
      [undefined],
    ] as const)(
      'DGII was down, and now the voucher waits for %s: the customer has the printed form, so its facts stay',
      async (reason) => {
        const waits = reason === undefined ? {} : waitsFor(reason);
        api.store.patch(encf, { state: 'submitting', signed, contingencySince: signedAt, ...waits });
        const { data } = (await call(status(encf))).body;
        expect(data).toMatchObject({
          contingencia: { leyenda: legends.contingency.leyenda, enviarAntesDe: '2026-07-04T14:15:30.000Z' },
        });
        expect(data.qrUrl).toContain('codigoseguridad=HxZnPk');
      },
    );

    const signedAndOpen = { state: 'signed', final: false, signed } as const;
    test.each([
      { name: 'DGII is down', patch: { ...signedAndOpen, ...down }, has: true },
      { name: 'DGII is up', patch: signedAndOpen, has: true },
      { name: 'DGII has it', patch: { ...signedAndOpen, state: 'submitted' as const }, has: true },
      { name: 'not signed yet', patch: { state: 'admitted' as const }, has: false },
      {
        name: 'rejected',
        patch: { state: 'rejected' as const, final: true, signed },
        has: false,
      },
    ])(
      'the voucher may be sent later, $name: has the legend of deferred sending: $has',
      async ({ patch, has }) => {
        // The company of a token is remembered for some seconds.
        api.reset();
        api.store.companies.set(1, { ...api.store.companies.get(1)!, deferredSending: 'allow' });
        const later = 'E310000000002';
        const body = voucher({ encf: later });
        Object.assign(body.ECF.Encabezado.IdDoc, { IndicadorEnvioDiferido: 1 });
        await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body });
        api.store.patch(later, patch);
        const { data } = (await call(status(later))).body;
        const enviarAntesDe = '2026-07-02T14:15:30.000Z';
        expect(data).toEqual(
          has
            ? expect.objectContaining({ contingencia: { leyenda: legends.deferred.leyenda, enviarAntesDe } })
            : expect.not.objectContaining({ contingencia: expect.anything() as unknown }),
        );
        expect(data.qrUrl !== null).toBe(has);
      },
    );

    test.each([
      { name: 'not signed yet', patch: { state: 'admitted', ...down } },
      { name: 'waits for something else', patch: { state: 'signed', signed, ...waitsFor('NOT_DELEGATED') } },
      {
        name: 'DGII is up, and the request was held back',
        patch: { state: 'signed', signed, ...waitsFor('REQUEST_DELAYED') },
      },
      { name: 'waits for nothing', patch: { state: 'signed', signed } },
      {
        name: 'DGII refused the signer of the delivery, so it may be signed anew',
        patch: { state: 'submitting', signed, ...waitsFor('NOT_DELEGATED') },
      },
      {
        name: 'DGII refused the delivery, so it may be signed anew',
        patch: { state: 'submitting', signed, ...waitsFor('INTERNAL_FAULT') },
      },
    ] as const)('the answer has no contingency and no QR code: $name', async ({ patch }) => {
      api.store.patch(encf, patch);
      const { data } = (await call(status(encf))).body;
      expect(data).not.toHaveProperty('contingencia');
      expect(data.qrUrl).toBeNull();
    });

    test('DGII has it: no contingency any more, and the QR code stays', async () => {
      api.store.patch(encf, { state: 'submitted', signed, contingencySince: signedAt, ...down });
      const { data } = (await call(status(encf))).body;
      expect(data).not.toHaveProperty('contingencia');
      expect(data.qrUrl).toContain('codigoseguridad=HxZnPk');
    });

    test.each([undefined, 'REQUEST_DELAYED', 'DGII_UNAVAILABLE', 'CONFIRM_BY_HAND'] as const)(
      'a delivery has no answer, and the voucher waits for %s: its bytes are final, and it has the legend',
      async (reason) => {
        api.store.patch(encf, {
          state: 'submitting',
          signed,
          ...(reason === undefined ? {} : waitsFor(reason)),
        });
        const { data } = (await call(status(encf))).body;
        expect(data).toMatchObject({
          status: reason === undefined ? 'Firmado' : 'En Espera',
          contingencia: { leyenda: legends.contingency.leyenda },
        });
        expect(data.qrUrl).toContain('codigoseguridad=HxZnPk');
      },
    );
  });

  test('reads an earlier environment when the request names it', async () => {
    api.store.companies.set(1, { ...api.store.companies.get(1)!, environment: 'production' });
    expect((await call(status(encf))).status).toBe(404);
    const { body } = await call(`${status(encf)}?environment=pre-certification`);
    expect(body.data).toMatchObject({ ecf: encf, environment: 'pre-certification' });
  });

  test.each([
    { name: 'an unknown voucher', path: status('E310000000099'), code: 'ECF_NOT_FOUND', expected: 404 },
    { name: 'a malformed e-NCF', path: status('X'), code: 'ENCF_INVALID', expected: 400 },
    { name: 'an e-NCF of no type', path: status('E990000000001'), code: 'ENCF_INVALID', expected: 400 },
    {
      name: 'an unknown environment',
      path: `${status(encf)}?environment=test`,
      code: 'REQUEST_INVALID',
      expected: 400,
    },
  ])('$name: $code', async ({ path, code, expected }) => {
    const { status: got, body } = await call(path);
    expect([got, body.codigo, body.procesado, body.data.code]).toEqual([expected, expected, false, code]);
  });

  test("another company's voucher does not exist for this one", async () => {
    const { status: got, body } = await call(status(encf, '999999982'), 2);
    expect([got, body.data.code]).toEqual([404, 'ECF_NOT_FOUND']);
    expect(body.mensaje).toContain('repita el mismo send');
  });
});
