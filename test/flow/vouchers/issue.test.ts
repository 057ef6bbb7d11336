/** issue as a client sees it, over real HTTP, MongoDB, Temporal and a DGII that checks signatures. */
import { readNumbering } from '../../harness/numbers.js';
import { unnumberedEcf } from '../../harness/samples/unnumbered.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';

const environment = 'pre-certification' as const;
let service: Service;
let company: OtherCompany;
let keys = 0;
const newKey = () => `FAC-${(keys += 1)}`;

beforeAll(async () => {
  service = await startService();
  company = await numbered();
}, 60_000);

async function numbered(to = 1_000): Promise<OtherCompany> {
  const added = await service.addCompany({ origin: 'service' });
  await authorize(added, { from: 1, to });
  return added;
}

const authorize = (
  { companyId }: OtherCompany,
  range: { from: number; to: number; ecfType?: 31 | 32; expiresOn?: string | null; now?: Date },
) =>
  service.store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    expiresOn: '31-12-2028',
    authorizationNumber: `A-${range.from}`,
    now: new Date(),
    ...range,
  });

const voucher = (rncEmisor = company.rnc, price?: number) =>
  unnumberedEcf({ rncEmisor, ...(price !== undefined && { price }) });

function issue(key: string | undefined, body: unknown, by = company, query = 'waitForFinal=20s') {
  return by.post(
    `/api/v2/dgii-ecf/issue?${query}`,
    body,
    key === undefined ? {} : { 'idempotency-key': key },
  );
}

const numbersOf = async ({ companyId } = company) =>
  (await readNumbering(service.config.mongo.uri, service.config.mongo.database, companyId)).reservations;

describe('issue', () => {
  test('numbers a voucher, sends it and returns the result', async () => {
    const key = newKey();
    const issued = await issue(key, voucher());
    expect(issued.status).toBe(200);
    expect(issued.body.data).toMatchObject({
      accepted: 1,
      status: 'Aceptado',
      alreadyProcessed: false,
      sameContent: true,
      externalReference: key,
    });
    const encf = String(issued.body.data['ecf']);
    expect(await service.seenByDgii(encf, company.rnc)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    const status = await company.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(status.body.data).toMatchObject({ status: 'Aceptado' });
  });

  test('repeated answers the recorded result, and takes no second number', async () => {
    const key = newKey();
    const first = await issue(key, voucher());
    const before = await numbersOf();
    const again = await issue(key, voucher());
    expect(again.body.data).toMatchObject({
      ecf: first.body.data['ecf'],
      trackId: first.body.data['trackId'],
      accepted: 1,
      alreadyProcessed: true,
      sameContent: true,
      externalReference: key,
    });
    expect(await numbersOf()).toHaveLength(before.length);
  });

  test('takes the key from the query too, and in quotes: it is the same key', async () => {
    const key = newKey();
    const first = await issue(key, voucher());
    const byQuery = await issue(undefined, voucher(), company, `waitForFinal=20s&externalReference=${key}`);
    const quoted = await issue(`"${key}"`, voucher());
    for (const { body } of [byQuery, quoted])
      expect(body.data).toMatchObject({ ecf: first.body.data['ecf'], alreadyProcessed: true });
  });

  test('repeated with its members in another order and other blanks is the same request', async () => {
    const key = newKey();
    const first = await issue(key, voucher());
    const { DetallesItems, Encabezado } = voucher().ECF;
    const again = await issue(key, { ECF: { DetallesItems, Encabezado } });
    expect(again.body.data).toMatchObject({ ecf: first.body.data['ecf'], alreadyProcessed: true });
  });

  test('repeated with a member that no voucher has is the same content: what would be signed is the same', async () => {
    const key = newKey();
    const first = await issue(key, voucher());
    const { Encabezado, ...rest } = voucher().ECF;
    const body = { ECF: { ...rest, Encabezado: { ...Encabezado, Inventado: 'x' } } };
    const refused = await issue(newKey(), body);
    expect([refused.status, refused.body.data['code']]).toEqual([400, 'ECF_INVALID']);
    const again = await issue(key, body);
    expect(again.body.data).toMatchObject({
      ecf: first.body.data['ecf'],
      accepted: 1,
      alreadyProcessed: true,
      sameContent: true,
    });
  });

  test('with another content under a used key issues nothing, and shows the voucher that has the key', async () => {
    const key = newKey();
    const first = await issue(key, voucher());
    const before = await numbersOf();
    const other = await issue(key, voucher(company.rnc, 2_000));
    expect(other.status).toBe(409);
    expect(other.body.data).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      ecf: first.body.data['ecf'],
      existente: { accepted: 1, sameContent: false },
    });
    expect(await numbersOf()).toHaveLength(before.length);
  });

  test('with another type under a used key issues nothing', async () => {
    const other = await numbered();
    await authorize(other, { from: 1, to: 10, ecfType: 32, expiresOn: null });
    await issue('one', voucher(other.rnc), other);
    const refused = await issue('one', unnumberedEcf({ type: 32, rncEmisor: other.rnc }), other);
    expect([refused.status, refused.body.data['code']]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(refused.body.mensaje).toContain('E310000000001');
    expect(await numbersOf(other)).toHaveLength(1);
  });

  test.each([
    { name: 'no key', key: undefined, query: '', code: 'IDEMPOTENCY_KEY_MISSING' },
    { name: 'a key of 65 characters', key: 'k'.repeat(65), query: '', code: 'IDEMPOTENCY_KEY_INVALID' },
    { name: 'a key that is not ASCII', key: 'ñandú', query: '', code: 'IDEMPOTENCY_KEY_INVALID' },
    { name: 'empty quotes', key: '""', query: '', code: 'IDEMPOTENCY_KEY_INVALID' },
    { name: 'two different keys', key: 'a', query: '&externalReference=b', code: 'IDEMPOTENCY_KEY_INVALID' },
    {
      name: 'a reference that begins with a blank',
      key: undefined,
      query: '&externalReference=%20issue%3Aa',
      code: 'EXTERNAL_REFERENCE_INVALID',
    },
    {
      name: 'an empty reference',
      key: undefined,
      query: '&externalReference=',
      code: 'EXTERNAL_REFERENCE_INVALID',
    },
    {
      name: 'two references',
      key: undefined,
      query: '&externalReference=a&externalReference=b',
      code: 'EXTERNAL_REFERENCE_INVALID',
    },
  ])('refuses $name and takes no number', async ({ key, query, code }) => {
    const before = await numbersOf();
    const refused = await issue(key, voucher(), company, `waitForFinal=0s${query}`);
    expect([refused.status, refused.body.data['code']]).toEqual([400, code]);
    expect(await numbersOf()).toHaveLength(before.length);
  });

  test.each([
    {
      name: 'a total that does not add up',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        ECF.Encabezado.Totales.MontoTotal += 100;
      },
      code: 'ECF_CONDITIONAL',
    },
    {
      name: 'no lines',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        ECF.DetallesItems.Item.length = 0;
      },
      code: 'ECF_INVALID',
    },
    {
      name: 'another issuer',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        ECF.Encabezado.Emisor.RNCEmisor = '999999974';
      },
      code: 'RNC_EMISOR_MISMATCH',
    },
    {
      name: 'a number of its own',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        ECF.Encabezado.IdDoc['eNCF'] = 'E310000000900';
      },
      code: 'NUMBER_NOT_EXPECTED',
    },
    {
      name: 'an expiry of its own',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        ECF.Encabezado.IdDoc['FechaVencimientoSecuencia'] = '31-12-2028';
      },
      code: 'NUMBER_NOT_EXPECTED',
    },
    {
      name: 'no type',
      change: ({ ECF }: ReturnType<typeof voucher>) => {
        delete ECF.Encabezado.IdDoc['TipoeCF'];
      },
      code: 'ECF_TYPE_INVALID',
    },
  ])('of a voucher with $name takes no number and leaves the key free', async ({ change, code }) => {
    const key = newKey();
    const before = await numbersOf();
    const faulty = voucher();
    change(faulty);
    const refused = await issue(key, faulty);
    expect([refused.status, refused.body.data['code']]).toEqual([400, code]);
    expect(await numbersOf()).toHaveLength(before.length);
    const corrected = await issue(key, voucher(company.rnc, 1_500));
    expect(corrected.body.data).toMatchObject({ accepted: 1, alreadyProcessed: false });
  });

  test('of a voucher without a type reports no missing number', async () => {
    const faulty = voucher();
    delete faulty.ECF.Encabezado.IdDoc['TipoeCF'];
    const refused = await issue(newKey(), faulty);
    const faults = refused.body.data['errores'] as { campo: string }[];
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.map(({ campo }) => campo)).not.toContain('ECF.Encabezado.IdDoc.eNCF');
  });

  test('sends a conditional voucher if the client permits it', async () => {
    const faulty = voucher();
    faulty.ECF.Encabezado.Totales.MontoTotal += 100;
    const issued = await issue(newKey(), faulty, company, 'waitForFinal=20s&condicional=permitir');
    expect(issued.status).toBe(200);
    expect(issued.body.data['advertencias']).not.toEqual([]);
  });

  test('with totales=calcular fills in the amounts and lists them; the repetition lists them too', async () => {
    const bare = voucher();
    const { MontoTotal } = bare.ECF.Encabezado.Totales;
    bare.ECF.Encabezado.Totales = {} as typeof bare.ECF.Encabezado.Totales;
    const key = newKey();
    for (const alreadyProcessed of [false, true]) {
      const issued = await issue(key, bare, company, 'waitForFinal=20s&totales=calcular');
      expect(issued.body.data).toMatchObject({ accepted: 1, alreadyProcessed });
      expect(issued.body.data['montosCalculados']).toContainEqual({
        campo: 'ECF.Encabezado.Totales.MontoTotal',
        monto: MontoTotal,
      });
    }
  });
});

describe('issue answers as next', () => {
  test('to a company that numbers its vouchers itself', async () => {
    const refused = await service.post('/api/v2/dgii-ecf/issue', voucher(service.rnc), {
      'idempotency-key': 'x',
    });
    expect([refused.status, refused.body.data['code']]).toEqual([409, 'SEQUENCE_MANAGED_EXTERNALLY']);
  });

  test('in certification', async () => {
    const other = await service.addCompany({ origin: 'service', environment: 'certification' });
    const refused = await issue('x', voucher(other.rnc), other);
    expect([refused.status, refused.body.data['code']]).toEqual([409, 'SEQUENCE_CERTIFICATION_WEB_ONLY']);
  });

  test.each([
    { reason: 'SIN_RANGO', range: undefined },
    { reason: 'VENCIDA', range: { from: 1, to: 10, expiresOn: '31-12-2020', now: new Date('2020-01-02') } },
  ])('when no number is left: $reason', async ({ reason, range }) => {
    const other = await service.addCompany({ origin: 'service' });
    if (range !== undefined) await authorize(other, range);
    const refused = await issue('x', voucher(other.rnc), other);
    expect(refused.status).toBe(409);
    expect(refused.body.data).toMatchObject({ code: 'SEQUENCE_NOT_AVAILABLE', reason });
  });

  test('when the range is used up, and still repeats what was issued', async () => {
    const other = await numbered(1);
    const first = await issue('a', voucher(other.rnc), other);
    const refused = await issue('b', voucher(other.rnc), other);
    expect(refused.body.data).toMatchObject({ code: 'SEQUENCE_NOT_AVAILABLE', reason: 'AGOTADA' });
    const again = await issue('a', voucher(other.rnc), other);
    expect(again.body.data).toMatchObject({ ecf: first.body.data['ecf'], alreadyProcessed: true });
  });
});

describe('a key of issue', () => {
  test('takes corrected content under its number after DGII rejected the voucher and left the number free', async () => {
    const other = await numbered();
    const encf = 'E310000000001';
    const rejection = { encf, rnc: other.rnc, codigo: 613, valor: 'No.', secuenciaUtilizada: false };
    await service.simulate({ rejectEncfs: [rejection] });
    const first = await issue('a', voucher(other.rnc), other);
    await service.simulate({ rejectEncfs: [] });
    expect(first.body.data).toMatchObject({ accepted: 0, secuenciaUtilizada: false });
    const corrected = await issue('a', voucher(other.rnc, 3_000), other);
    expect(corrected.body.data).toMatchObject({
      ecf: first.body.data['ecf'],
      accepted: 1,
      attempt: 2,
      alreadyProcessed: false,
    });
    const again = await issue('a', voucher(other.rnc, 3_000), other);
    expect(again.body.data).toMatchObject({ attempt: 2, alreadyProcessed: true });
  });

  test('is not the externalReference of next: each has its number', async () => {
    const reserved = await company.post('/api/v2/ecf-sequences/next', {
      ecfType: 31,
      externalReference: 'both',
    });
    const issued = await issue('both', voucher());
    expect(issued.body.data['ecf']).not.toBe(reserved.body.data['encf']);
    expect(issued.body.data).toMatchObject({ accepted: 1 });
  });

  test('repeats its voucher although the expiry of its range was corrected since', async () => {
    const other = await numbered();
    const first = await issue('a', voucher(other.rnc), other);
    const [range] = await service.store.listAuthorizations(other.companyId, environment, 31);
    expect(
      await service.store.changeAuthorization(
        { companyId: other.companyId, environment, ecfType: 31, id: range!.id },
        { expiresOn: '31-12-2029' },
        new Date(),
      ),
    ).not.toHaveProperty('refusal');
    const again = await issue('a', voucher(other.rnc), other);
    expect(again.body.data).toMatchObject({
      ecf: first.body.data['ecf'],
      alreadyProcessed: true,
      sameContent: true,
    });
  });
});

describe('issue at the same moment', () => {
  test('with one key, fifty times, is one number and one voucher', async () => {
    const other = await numbered();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => issue('a', voucher(other.rnc), other)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data['ecf']))).toEqual(new Set(['E310000000001']));
    expect(answers.filter(({ body }) => body.data['alreadyProcessed'] === false)).toHaveLength(1);
    expect(await numbersOf(other)).toHaveLength(1);
    expect((await service.seenByDgii('E310000000001', other.rnc)).received).toHaveLength(1);
  });

  test('with one key and two contents issues exactly one of them', async () => {
    const other = await numbered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        issue('a', voucher(other.rnc, index % 2 === 0 ? 1_000 : 2_000), other),
      ),
    );
    const issued = answers.map(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 10 }, () => 409),
    ]);
    expect(new Set(issued.filter((_, index) => index % 2 === 0)).size).toBe(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.data['code']))).toEqual(
      new Set(['IDEMPOTENCY_KEY_REUSED']),
    );
    expect(await numbersOf(other)).toHaveLength(1);
  });

  test('with many keys, two clients each and every third voucher faulty: as many numbers as vouchers', async () => {
    const other = await numbered();
    const all = Array.from({ length: 30 }, (_, index) => {
      const body = voucher(other.rnc, 1_000 + index);
      if (index % 3 === 0) body.ECF.Encabezado.Totales.MontoTotal += 100;
      return { key: `k-${index}`, body, isValid: index % 3 !== 0 };
    });
    const ask = async () => {
      const answers = await Promise.all(all.map(({ key, body }) => issue(key, body, other)));
      return answers.map(({ body }) => body.data['ecf']);
    };
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one).toEqual(two);
    const valid = all.filter(({ isValid }) => isValid);
    expect(new Set(one.filter((encf) => encf !== undefined)).size).toBe(valid.length);
    const numbers = await numbersOf(other);
    expect(numbers.map(({ n }) => n)).toEqual(valid.map((_, index) => index + 1));
    expect(new Set(numbers.map(({ state }) => state))).toEqual(new Set(['used']));
  }, 60_000);
});
