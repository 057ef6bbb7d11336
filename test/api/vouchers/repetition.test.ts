/** send with a number that DGII left free: when the same content starts another attempt. */
import { startApi, voucher, type Api } from '../harness.js';
import { versions } from '../../harness/http/versions.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.reset());

const encf = 'E310000000001';

function rejectWith(valor: string, verdict: object = {}) {
  const said = { codigoDgii: '2', estado: 'Rechazado', mensajes: [{ codigo: '0', valor }] };
  const free = { secuenciaUtilizada: false, trackId: null, replyFile: null };
  api.onProcess = () =>
    api.store.patch(encf, {
      state: 'rejected',
      final: true,
      finalAt: new Date(api.nowMs),
      verdict: { ...said, ...free, ...verdict },
    });
}

const inactive = 'El RNC Emisor no se encuentra activo.';
const minuteMs = 60_000;

describe.each(versions)('send $version', ({ send }) => {
  const sendAgain = (query = '', body: unknown = voucher()) =>
    api.call('POST', `${send}?waitForFinal=10s${query}`, { token: api.tokenOf(1), body });

  test('the issuer is inactive: another attempt at once, then one a minute', async () => {
    rejectWith(inactive);
    const first = await sendAgain();
    expect(first.body.data).toMatchObject({
      accepted: 0,
      alreadyProcessed: false,
      code: 'DGII_EMISOR_INVALIDO',
      campo: 'ECF.Encabezado.Emisor.RNCEmisor',
      reenvio: { automatico: true, desde: null },
    });
    expect(first.body.mensaje).toContain('cuando se corrija la causa');
    const second = await sendAgain();
    const desde = new Date(api.nowMs + minuteMs).toISOString();
    expect(second.body.data).toMatchObject({
      alreadyProcessed: false,
      attempt: 2,
      sameContent: true,
      reenvio: { automatico: true, desde },
    });
    // The client has its result, so it need not ask again.
    for (const { headers } of [first, second]) expect(headers['retry-after']).toBeUndefined();

    api.nowMs += minuteMs - 1_500;
    const soon = await sendAgain();
    expect(soon.body.data).toMatchObject({ alreadyProcessed: true, attempt: 2, accepted: 0 });
    expect(soon.headers['retry-after']).toBe('2');
    expect(api.processed).toHaveLength(2);

    api.nowMs += 1_500;
    const later = await sendAgain();
    expect(later.body.data).toMatchObject({ alreadyProcessed: false, attempt: 3 });
    expect(api.processed).toHaveLength(3);
  });

  test.each([inactive, 'MontoTotal no es correcto.'])(
    '%s: reenviar=si sends it again at once',
    async (said) => {
      rejectWith(said);
      await sendAgain();
      const again = await sendAgain('&reenviar=si');
      expect(again.body.data).toMatchObject({ alreadyProcessed: false, attempt: 2 });
    },
  );

  test('any other cause: the stored result for ever, unless the client says reenviar=si', async () => {
    rejectWith('MontoTotal no es correcto.');
    const first = await sendAgain();
    expect(first.body.data).toMatchObject({ reenvio: { automatico: false, desde: null } });
    expect(first.body.mensaje).toContain('reenviar=si');
    api.nowMs += 60 * minuteMs;
    for (const query of ['', '&reenviar=no']) {
      const { body, headers } = await sendAgain(query);
      expect(body.data).toMatchObject({ alreadyProcessed: true, attempt: 1 });
      expect(headers['retry-after']).toBeUndefined();
    }
  });

  test.each([
    { name: 'is used', verdict: { secuenciaUtilizada: true } },
    { name: 'may be used', verdict: { secuenciaUtilizada: null } },
  ])('a number that $name is never sent again, whatever the client orders', async ({ verdict }) => {
    rejectWith(inactive, verdict);
    await sendAgain();
    api.nowMs += 60 * minuteMs;
    const { body } = await sendAgain('&reenviar=si');
    expect(body.data).toMatchObject({ alreadyProcessed: true, attempt: 1 });
    expect(body.data).not.toHaveProperty('reenvio');
    expect(api.processed).toHaveLength(1);
  });

  test('today’s rules refuse the body: the stored result, and with reenviar=si the refusal', async () => {
    rejectWith('El e-NCF autorizado se encuentra vencido a la fecha de envío.');
    await sendAgain();
    api.nowMs = Date.parse('2028-01-01T15:00:00Z');
    const again = await sendAgain();
    expect(again.body.data).toMatchObject({
      alreadyProcessed: true,
      attempt: 1,
      code: 'DGII_SECUENCIA_VENCIDA',
    });
    const ordered = await sendAgain('&reenviar=si');
    expect([ordered.status, ordered.body.data['code']]).toEqual([400, 'SEQUENCE_EXPIRED']);
    expect(api.processed).toHaveLength(1);
  });

  test('reenviar=si of a voucher without a result joins its attempt', async () => {
    await sendAgain();
    const { body } = await sendAgain('&reenviar=si');
    expect(body.data).toMatchObject({ alreadyProcessed: true, attempt: 1, accepted: null });
  });

  test.each(['sí', 'SI', 'true', '', '1'])('reenviar=%s is refused', async (value) => {
    const { status, body } = await sendAgain(`&reenviar=${encodeURIComponent(value)}`);
    expect([status, body.data['code'], body.data['campo']]).toEqual([400, 'REQUEST_INVALID', 'reenviar']);
    expect(body.mensaje).toContain('reenviar');
  });
});
